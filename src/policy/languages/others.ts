import type { Language } from './language.js';

// The core of some more languages, not measured: what takes away, sends or spends in one word.
export const OTHERS: Language = {
  code: 'others',
  labels: {
    erase: `ta bort|radera|slett|slet|fjern|poista|odstranit|smazat|törlés|eltávolítás|șterge|видалити|вилучити|διαγραφή|מחק|מחיקה|ลบ|xóa|xoá|
      hapus|hapuskan`,
    pay: `betala|köp|kjøp|køb|osta|maksa|koupit|zaplatit|fizetés|vásárlás|plătește|cumpără|сплатити|купити|πληρωμή|שלם|קנה|ชำระเงิน|ซื้อ|
      thanh toán|mua ngay|bayar|beli`,
    send: `skicka|publicera|lähetä|julkaise|odeslat|publikovat|küldés|trimite|publică|надіслати|опублікувати|αποστολή|שלח|פרסם|ส่ง|เผยแพร่|
      gửi|đăng|kirim|terbitkan`,
    account: `konto|tili|tilin|účet|fiók|cont|contul|акаунт|обліковий запис|λογαριασμός|חשבון|บัญชี|tài khoản|akun`,
    info: `historik`,
    ask: `^hur|^hvordan|miten|^як|πώς|איך`,
    not: `inte|ikke|älä|ne|לא`,
  },
  fields: { search: 'sok' },
  amounts: { currency: 'kr|kč' },
  secrets: { password: 'lösenord|salasana|adgangskode|heslo|jelszó|סיסמה' },
};
