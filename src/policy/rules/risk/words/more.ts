import type { Lexicon } from './lexicon.js';

// The core of some more languages, not measured: what takes away, sends or spends in one word.

export const MORE: Lexicon = {
  erase: `verwijderen|wissen|usuń|skasuj|usunąć|sil|kaldır|ta bort|radera|slett|slet|fjern|poista|odstranit|smazat|törlés|eltávolítás|
    șterge|видалити|вилучити|διαγραφή|מחק|מחיקה|حذف|إزالة|삭제|제거|ลบ|xóa|xoá|hapus|hapuskan|हटाएं|मिटाएं`,
  pay: `betalen|kopen|bestellen|afrekenen|zapłać|kup|kup teraz|zamów|öde|satın al|betala|köp|kjøp|køb|osta|maksa|koupit|zaplatit|
    fizetés|vásárlás|plătește|cumpără|сплатити|купити|πληρωμή|שלם|קנה|ادفع|شراء|اشتر|결제하기|구매하기|결제|구매|송금|이체|ชำระเงิน|ซื้อ|
    thanh toán|mua ngay|bayar|beli|भुगतान करें|खरीदें`,
  send: `verzenden|versturen|publiceren|plaatsen|uitschrijven|afmelden|wyślij|opublikuj|gönder|yayınla|skicka|publicera|lähetä|julkaise|odeslat|
    publikovat|küldés|trimite|publică|надіслати|опублікувати|αποστολή|שלח|פרסם|إرسال|نشر|보내기|전송|게시|발송|초대|ส่ง|เผยแพร่|gửi|đăng|kirim|
    terbitkan|भेजें`,
  account: `rekening|konto|hesap|hesabı|hesabımı|konta|tili|tilin|účet|fiók|cont|contul|акаунт|обліковий запис|λογαριασμός|חשבון|الحساب|حساب|계정|บัญชี|
    tài khoản|akun|खाता`,
  info: `내역|목록|방법|기록|안내|geschiedenis|historia|geçmişi|historik`,
  ask: `^hoe|^jak|nasıl|^hur|^hvordan|miten|^як|πώς|איך|كيف|어떻게`,
  not: `niet|nie|inte|ikke|älä|ne|לא|لا`,
};
