import type { Language } from './language.js';

// Endings are written onto nouns: `hesab+` is hesabı, hesabımı and hesabınızı. Dotted and dotless i are one letter here,
// since a page may write both in capitals.
export const TURKISH: Language = {
  code: 'tr',
  labels: {
    erase: `sil|silin|siliniz|kaldır|kaldırın|çöp kutusuna taşı|çöp kutusuna at|çöpe taşı|çöpe at|yok et|imha et`,
    wipe: `temizle|boşalt|sıfırla|biçimlendir`,
    weighty: `çöp|spam|istenmeyen|geçmiş|geçmişi|geçmişini|veri|veriler|verileri|verilerimi|verilerini|klasör+|çerez+|tabloyu|tablosunu|veritabanı+|
      fabrika|önbelleğ+|diski|diskini|cihaz+|günlüğ+|gelen kutusu|gelen kutusunu|şifre+|parola+`,
    light: `filtre+|arama+|biçimlendirme+|vurgu+|sıralama+|yakınlaştırma+|karşılaştırma+|sepet+|favoriler+|arka plan+`,
    selection: `seçim+|seçili+|seçilen+`,
    account: `hesap|hesab+|profil+|üyeliğ+|üyelik+`,
    end: `kapat|kapatın|iptal|devre dışı bırak|sonlandır|feshet|dondur|askıya al`,
    contract: `abonelik+|aboneliğ+|sipariş+|rezervasyon+|sözleşme+|üyelik+|üyeliğ+|randevu+|uçuş+|bilet+|havale+|ödeme+|tarife+`,
    pay: `satın al|satın alın|öde|ödeyin|ödeme yap|ödemeye geç|sipariş ver|sipariş et|bağış yap|bağışla|para gönder|para çek|para yatır|havale yap|havale et|
      bakiye yükle|para yükle|teklif ver|yatırım yap|hemen sat|hemen al`,
    money: `ödeme+|sipariş+|satın alma+|alışveriş+|havale+|bağış+|işlem+|fatura+|transferi|transferini|parayı`,
    commit: `onayla|onaylayın|tamamla|tamamlayın|gerçekleştir|yap|bitir|devam et|kabul et|gönder`,
    send: `gönder|gönderin|yayınla|yayımla|davet et|davet gönder|yorum yap|abonelikten çık|bültenden çık|listeden çık|başvur|ilet|tweetle|postala`,
    affectsOthers: `engelle|yasakla|erişimi iptal|erişimi kaldır|yetkiyi kaldır|birleştir|dağıt|yayına al|yeniden başlat|oy ver|oy kullan|imzala|ayrıl|devret|
      herkese açık yap|devre dışı bırak|randevu al|rezervasyon yap|rezerve et|izin ver|yetkilendir|doğrulamayı kapat|fabrika ayarlarına|
      iade et|durdur|feshet`,
    join: `abone ol|katıl|kaydol|üye ol|yenile|yükselt|kirala|başlat|devam et`,
    save: `kaydet|güncelle|ekle|oluştur|uygula|yükle|yeniden adlandır|içe aktar|arşivle|giriş yap|çıkış yap|düzenle|etkinleştir|değiştir|geri yükle|
      çoğalt|taşı|kopyala|takip et|işaretle`,
    yes: `^evet|onayla|^tamam|kabul et|^devam|eminim|=ileri|bitir|=gönder`,
    ask: `nasıl|neden|niçin|nedir|nerede|ne zaman|hakkında|yardım|rehber+|daha fazla bilgi|ipuçları`,
    removal: `silme işlemi|silinmesi|kaldırılması`,
    harmless: `^hayır|daha sonra|şimdi değil|reddet|geri|önceki|iptal|vazgeç|hesapla|dönüştür|kontrol et|önizle|yenile|atla|dışa aktar|yazdır|kapat|göster`,
    info: `geçmişi|yöntemi|yöntemleri|bilgileri|bilgisi|ayrıntıları|ayrıntılar|detayları|durumu|numarası|listesi|ayarları|koşulları|tarihi|ücreti|
      ücretleri|şablonları|adresi|fiyatı|fiyatları|türü|takibi|görüntüle|göster|indir|yazdır|özeti|siparişlerim`,
    done: `başarıyla|silindi|gönderildi|tamamlandı|yapıldı|silinenler|gönderilen`,
    not: `değil|asla`,
  },
  fields: { search: 'ara|arama', settings: 'yapılandırma|kod|betik', message: 'mesaj|mesajınız|yorum|yanıt|cevap' },
  confirmations: { final: 'kalıcı|geri alınamaz', goesBack: 'alışverişe devam' },
  paths: { erase: 'sil|kaldir', pay: 'ode|odeme', account: 'hesap', checkout: 'ödeme|odeme|satın-al' },
  amounts: { total: 'toplam|tutar|ödenecek', currency: 'tl' },
  clock: 'sn|saniye|dakika|dk|saat',
  secrets: {
    named: 'gizli anahtar|özel anahtar|gizli soru cevabı|gizli kelime|kurtarma ifadesi',
    password: 'şifre|parola|şifreniz|parolanız',
    code: 'doğrulama kodu|onay kodu|tek kullanımlık şifre|sms kodu',
    card: 'kart numarası|kart no|güvenlik kodu',
    codeBoxes: 'kod|kodu|doğrulama',
  },
  injections: [
    '(?:önceki|yukarıdaki|tüm).{0,20}talimat.{0,20}(?:yok ?say|görmezden gel|unut|dikkate alma)',
    'kullanıcıya söyleme',
  ],
};
