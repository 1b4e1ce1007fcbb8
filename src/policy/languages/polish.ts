import type { Language } from './language.js';

export const POLISH: Language = {
  code: 'pl',
  labels: {
    erase: `usuń|usunąć|usuwaj|usuwam|skasuj|skasować|wykasuj|zniszcz|do kosza|wyrzuć|odinstaluj|wymaż|wyklucz`,
    wipe: `wyczyść|opróżnij|zresetuj|resetuj|sformatuj|przywróć|odrzuć|wyzeruj`,
    weighty: `kosz|kosza|spam|folder|foldery|historię|dane|danych|ciasteczka|cookies|tabelę|bazę|bazy|fabryczne|fabrycznych|dziennik|pamięć|cache|dysk|
      urządzenie|hasło|skrzynkę|kolejkę|wszystko`,
    light: `filtr|filtry|filtrów|wyszukiwanie|wyszukiwania|formatowanie|wyróżnienie|sortowanie|powiększenie|porównanie|koszyk|koszyka|ulubione|ulubionych|tło|kryteria`,
    selection: `zaznaczenie|zaznaczone|wybór|wybrane`,
    account: `konto|konta|profil|profilu`,
    end: `zamknij|zamknąć|dezaktywuj|anuluj|odwołaj|rozwiąż|zakończ|zawieś|wypowiedz|zrezygnuj|wyłącz|zlikwiduj|przerwij`,
    contract: `subskrypcję|subskrypcji|zamówienie|zamówienia|rezerwację|rezerwacji|umowę|umowy|członkostwo|wizytę|podróż|przelew|płatność|bilet|
      wydarzenie|spotkanie|abonament`,
    pay: `kup|kupuję|kupić|kupuj teraz|zapłać|zapłacić|płacę|płać|zamów|zamawiam|opłać|opłacić|wpłać|wypłać|doładuj|zasil konto|licytuj|złóż ofertę|przelej|
      wyślij przelew|wyślij pieniądze|przekaż darowiznę|wesprzyj|=wspieram|zainwestuj|=sprzedaj|sprzedaj teraz`,
    money: `płatność|płatności|zamówienie|zakup|zakupy|zakupu|przelew|przelewu|darowiznę|transakcję|wypłatę|wpłatę|opłatę|rachunek|fakturę|pieniądze|środki|ofertę`,
    commit: `potwierdź|potwierdzam|złóż|dokonaj|zatwierdź|zrealizuj|sfinalizuj|finalizuj|wykonaj|autoryzuj|wyślij|zakończ|przejdź do|akceptuj|zleć|dokończ`,
    send: `wyślij|wysyłaj|prześlij wiadomość|opublikuj|publikuj|zamieść|zaproś|wypisz|zrezygnuj z|anuluj subskrypcję|skomentuj|dodaj komentarz|dodaj opinię|
      złóż wniosek|złóż podanie|aplikuj|zgłoś nadużycie|udostępnij publicznie|podaj dalej`,
    affectsOthers: `zablokuj|zbanuj|cofnij dostęp|cofnij uprawnienia|odbierz dostęp|unieważnij|scal|wdróż|uruchom ponownie|zrestartuj|restartuj|wyłącz serwer|zatrzymaj|
      zagłosuj|głosuj|oddaj głos|zarezerwuj|umów wizytę|umów spotkanie|^umów się|podpisz|opuść|przenieś własność|przekaż własność|upublicznij|
      ustaw jako publiczne|dezaktywuj|zezwól|udziel dostępu|autoryzuj|wyłącz weryfikację|wyłącz uwierzytelnianie|odwołaj|przywróć ustawienia fabryczne|wypowiedz`,
    join: `subskrybuj|zapisz się|dołącz|zarejestruj|odnów|przedłuż|wynajmij|wypróbuj|rozpocznij|kontynuuj|przejdź na`,
    save: `zapisz|aktualizuj|zaktualizuj|dodaj|utwórz|stwórz|zastosuj|prześlij|wgraj|zmień|importuj|archiwizuj|zaloguj|wyloguj|edytuj|włącz|zainstaluj|przywróć|
      duplikuj|przenieś|kopiuj|obserwuj|oznacz|zamień|wstaw`,
    yes: `^tak|potwierdź|potwierdzam|=akceptuję|zgadzam się|^kontynuuj|^dalej|gotowe|zakończ|wykonaj|jestem pewien|jestem pewna|zatwierdź`,
    ask: `^jak|dlaczego|^gdzie|^kiedy|^czym|pomoc|poradnik|dowiedz się|więcej informacji|przewodnik|^wszystko o`,
    removal: `usunięcie|usuwanie|kasowanie`,
    harmless: `^nie|później|odrzuć|wstecz|wróć|poprzedni|anuluj|oblicz|przelicz|sprawdź|podgląd|odśwież|pomiń|eksportuj|drukuj|zamknij|pokaż`,
    info: `historia zamówień|historia płatności|historia transakcji|metody|metoda|sposoby|szczegóły|informacje|numer|ustawienia|warunki|koszty|koszt|szablony|adres|cennik|rodzaj|zobacz|wyświetl|
      śledź|drukuj|pobierz|znajdź|potwierdzenie|podsumowanie|moje zamówienia`,
    done: `pomyślnie|został|została|zostało|ostatnio|wysłano|usunięto|nie powiodło`,
    not: `nie|nigdy|bez|zachowaj|zostaw`,
  },
  fields: {
    search: 'szukaj|wyszukaj|znajdź',
    settings: 'konfiguracja|skrypt|kod',
    message: 'wiadomość|komentarz|odpowiedź|treść',
  },
  confirmations: { final: 'nieodwracaln|na zawsze|trwale|nie można cofnąć', goesBack: 'zakupy|przeglądani' },
  paths: {
    erase: 'usun|skasuj',
    pay: 'zaplac|platnosc',
    account: 'konto',
    checkout: 'płatność|platnosc|zamówienie|zamowienie|kasa',
  },
  amounts: { total: 'suma|razem|łącznie|do zapłaty|kwota', currency: 'zł' },
  clock: 'sekund\\p{L}*|min|minut\\p{L}*|godzin\\p{L}*',
  secrets: {
    named: 'tajny klucz|klucz tajny|hasło dostępu|klucz prywatny|fraza hasła|sekret|fraza odzyskiwania',
    password: 'hasło|haslo',
    code: 'kod weryfikacyjny|kod jednorazowy|kod sms|hasło jednorazowe',
    card: 'numer karty|kod cvv|kod bezpieczeństwa',
    codeBoxes: 'kod|cyfr\\w*',
  },
  injections: ['\\b(?:ignoruj|zignoruj|pomiń|zapomnij)\\b.{0,40}(?:polece|instrukcj|instruct)'],
};
