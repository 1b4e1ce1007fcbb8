import type { Language } from './language.js';

export const GERMAN: Language = {
  code: 'de',
  labels: {
    erase: `löschen|lösche|entfernen|entferne|vernichten|deinstallieren|in den papierkorb|in papierkorb|
      ausschließen|rauswerfen|tilgen|wegwerfen|austragen|hinauswerfen|unwiderruflich|in den müll|
      in den mülleimer|löscht`,
    wipe: `leeren|zurücksetzen|verwerfen|formatieren|säubern|bereinigen|aufheben`,
    weighty: `papierkorb|spam|junk|ordner|verlauf|daten|cookies|tabelle|datenbank|postfach|werkseinstellungen|werkszustand|protokoll|
      posteingang|warteschlange|cache|festplatte|gerät|speicher|passwort|mülleimer|unerwünscht|unerwünschte`,
    light: `filter|suchfilter|suche|formatierung|textformatierung|formatierungen|sortierung|hervorhebung|zoom|
      eingabe|suchbegriff|vergleich|warenkorb|favoriten|hintergrund|suchfeld|suchleiste|sucheingabe|
      merkliste|suchparameter`,
    selection: `auswahl|ausgewählte|ausgewählten`,
    account: `konto|account|accounts|konten|benutzerkonto|benutzerkonten|nutzerkonto|kundenkonto|profil`,
    end: `schließen|schliessen|kündigen|stornieren|deaktivieren|auflösen|beenden|abbrechen|sperren|stilllegen|absagen`,
    contract: `bestellung|abo|abonnement|vertrag|buchung|reservierung|mitgliedschaft|termin|auftrag|reise|flug|überweisung|zahlung|
      veranstaltung|ticket|tarif`,
    pay: `bezahlen|=zahlen|jetzt zahlen|online zahlen|sicher zahlen|kaufen|=kauf|=spenden|jetzt spenden|spende senden|geld spenden|überweisen|
      zahlungspflichtig|kostenpflichtig|bestellen|auszahlen|abheben|guthaben aufladen|konto aufladen|=aufladen|gebot abgeben|
      =bieten|mitbieten|ersteigern|geld senden|geld schicken|erwerben|investieren|=verkaufen|jetzt verkaufen|nachkaufen|begleichen|
      einzahlen|lastschrift erteilen|=transferieren|abbuchen|alles verkaufen|geld anfordern|vorbestellen`,
    money: `zahlung|bestellung|kauf|überweisung|spende|auszahlung|einkauf|transaktion|gebot|lastschrift|geld|guthaben|rechnung|
      buchung|order|dauerauftrag`,
    commit: `bestätigen|abschließen|abschliessen|ausführen|freigeben|aufgeben|abgeben|absenden|senden|tätigen|autorisieren|genehmigen|
      veranlassen|durchführen|auslösen|vornehmen|leisten|anweisen|beauftragen|zustimmen|fortfahren|weiter zur|zur`,
    send: `senden|absenden|abschicken|verschicken|versenden|schicken|einreichen|zusenden|zuschicken|mailen|
      veröffentlichen|posten|publizieren|twittern|einladen|abbestellen|deabonnieren|kommentieren|bewerben|
      übermitteln|erneut senden|austreten|abonnement beenden|von * abmelden|liste abmelden|
      newsletter abmelden`,
    affectsOthers: `blockieren|sperren|bannen|widerrufen|entziehen|zusammenführen|mergen|bereitstellen|deployen|ausrollen|herunterfahren|ausschalten|
      neu starten|neustarten|abstimmen|buchen|reservieren|autorisieren|unterschreiben|unterzeichnen|signieren|gruppe verlassen|
      team verlassen|kanal verlassen|organisation verlassen|server verlassen|übertragen|deaktivieren|kündigen|stornieren|
      öffentlich machen|abgeben|freischalten|zugriff erlauben|zugriff gewähren|=erlauben|=zulassen|termin vereinbaren|absagen|annullieren|
      zum administrator machen|abschalten|stilllegen`,
    join: `abonnieren|registrieren|beitreten|upgraden|verlängern|mieten|teilnehmen|weiter|testen|starten`,
    save: `speichern|aktualisieren|hinzufügen|erstellen|anlegen|übernehmen|hochladen|umbenennen|importieren|archivieren|anmelden|
      abmelden|bearbeiten|aktivieren|installieren|ändern|wiederherstellen|duplizieren|verschieben|kopieren|folgen|einfügen|
      in den warenkorb|rückgängig|markieren|anwenden|setzen|ersetzen|zuweisen|merken`,
    yes: `^ja|bestätigen|^weiter|^fortfahren|=akzeptieren|zustimmen|fertig|=los|=ausführen|abschließen|einverstanden|ich bin sicher`,
    ask: `wie|warum|was|wo|wann|wer|^über|^so|hilfe|ratgeber|erfahren|mehr erfahren|anleitung|kaufberatung|kaufratgeber`,
    removal: `löschung|löschungen|entfernung|massenlöschung`,
    harmless: `^nein|nicht jetzt|später|ablehnen|schließen|abbruch|zurück|abbrechen|berechnen|umrechnen|prüfen|überprüfen|vorschau|aktualisieren|überspringen|exportieren|drucken|
      schließen|ansehen|anzeigen|simulieren`,
    info: `verlauf|methode|methoden|optionen|option|details|status|nummer|einstellungen|information|informationen|vorlagen|übersicht|
      liste|bedingungen|historie|kosten|arten|art|datum|erfolgreich|adresse|konditionen|ansehen|anzeigen|verfolgen|suchen|drucken`,
    done: `erfolgreich|wurde|wurden|fehlgeschlagen|ist|zuletzt`,
    not: `nicht|nie|niemals|behalten|ohne|keine`,
  },
  fields: {
    search: 'suche|suchen|finden',
    settings: 'konfiguration|skript|quelltext|quellcode',
    message: 'nachricht|antwort|kommentar|antworten',
  },
  confirmations: { final: 'endgültig|unwiderruflich|rückgängig', goesBack: 'einkauf|stöbern|lesen' },
  paths: {
    erase: 'loeschen|loschen',
    pay: 'zahlen|bezahlen',
    account: 'konto',
    checkout: 'kasse|zahlung|bezahlen|bezahlung',
  },
  amounts: { total: 'summe|gesamt|betrag|zu zahlen' },
  clock: 'sek\\p{L}*|minuten|stunden?',
  secrets: {
    named: 'geheimzahl|geheimnis|geheimer schlüssel|geheimschlüssel|passwortsatz|privater schlüssel',
    password: 'passwort|kennwort',
    code: 'einmalcode|einmalpasswort|bestätigungscode',
    card: 'kartennummer|prüfnummer|kreditkarte|kreditkartennummer',
    codeBoxes: 'bestätigungs\\w*|einmal\\w*|ziffern?',
  },
  injections: ['\\b(?:ignorieren? sie|ignoriere)\\b.{0,40}(?:anweisung|instruct)'],
};
