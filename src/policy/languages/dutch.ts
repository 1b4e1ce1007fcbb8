import type { Language } from './language.js';

// Compounds are words of their own ("betaalmethoden"). "Boeken" alone is a shop's shelf of books, not a booking.
export const DUTCH: Language = {
  code: 'nl',
  labels: {
    erase: `verwijderen|verwijder|wissen|wis|vernietigen|naar prullenbak|naar de prullenbak|in de prullenbak|in prullenbak|weggooien|deïnstalleren|schrappen|royeren`,
    wipe: `leegmaken|legen|resetten|terugzetten|herstellen|formatteren|opschonen|opruimen`,
    weighty: `prullenbak|spam|ongewenst|ongewenste|mappen|geschiedenis|gegevens|cookies|tabel|database|fabrieksinstellingen|logboek|logboeken|cache|schijf|apparaat|
      wachtwoord|postvak|wachtrij|inbox`,
    light: `filter|filters|zoekopdracht|zoekveld|zoekterm|opmaak|markering|sortering|zoom|invoer|vergelijking|winkelwagen|winkelmand|favorieten|achtergrond|
      zoekfilter|zoekfilters|verlanglijst`,
    selection: `selectie|geselecteerde`,
    account: `account|accounts|rekening|rekeningen|profiel|gebruikersaccount|lidmaatschap`,
    end: `sluiten|sluit|opheffen|opzeggen|annuleren|annuleer|deactiveren|beëindigen|beëindig|stopzetten|afzeggen`,
    contract: `abonnement|bestelling|reservering|boeking|contract|lidmaatschap|afspraak|vlucht|reis|overboeking|betaling|evenement|polis`,
    pay: `betalen|betaal|kopen|koop|bestellen|=bestel|bestel nu|afrekenen|doneren|doneer|overmaken|overboeken|geld opnemen|geld sturen|opwaarderen|bod uitbrengen|
      bieden|=verkopen|verkoop nu|investeren|storten|voorbestellen`,
    money: `betaling|bestelling|aankoop|overboeking|donatie|transactie|opname|storting|bod|geld|factuur|incasso|betaalverzoek`,
    commit: `bevestigen|bevestig|plaatsen|plaats|voltooien|voltooi|afronden|uitvoeren|goedkeuren|autoriseren|indienen|versturen|verzenden|doorgaan|accepteren|uitbrengen`,
    send: `verzenden|verzend|versturen|verstuur|sturen|stuur|publiceren|publiceer|plaatsen|uitnodigen|uitschrijven|afmelden voor|afmelden van|indienen|solliciteren|
      solliciteer|doorsturen|delen met|tweeten|mailen`,
    affectsOthers: `blokkeren|blokkeer|verbannen|intrekken|samenvoegen|mergen|uitrollen|opnieuw opstarten|herstarten|server afsluiten|stemmen|stem uitbrengen|nu boeken|boek nu|
      reis boeken|vlucht boeken|hotel boeken|boeken en|reserveren|reserveer|ondertekenen|onderteken|groep verlaten|team verlaten|kanaal verlaten|
      organisatie verlaten|overdragen|openbaar maken|publiek maken|deactiveren|toestaan|toegang verlenen|afspraak maken|verificatie uitschakelen|
      authenticatie uitschakelen|tweestapsverificatie uitschakelen|fabrieksinstellingen herstellen|opzeggen|machtigen`,
    join: `abonneren|abonneer|inschrijven|registreren|lid worden|deelnemen|verlengen|upgraden|huren|starten|doorgaan|proberen`,
    save: `opslaan|bewaren|bijwerken|toevoegen|aanmaken|toepassen|uploaden|hernoemen|wijzigen|importeren|archiveren|inloggen|uitloggen|aanmelden|afmelden|bewerken|
      inschakelen|uitschakelen|installeren|herstellen|dupliceren|verplaatsen|kopiëren|volgen|in winkelwagen|markeren|vervangen`,
    yes: `^ja|bevestigen|bevestig|akkoord|=accepteren|^doorgaan|^verder|=volgende|voltooien|weet het zeker|=uitvoeren|=verzenden|gereed`,
    ask: `^hoe|waarom|^wat|^waar|^wanneer|^wie|over ons|hulp|meer informatie|lees meer|meer weten|gids|uitleg|^alles over`,
    removal: `verwijdering`,
    harmless: `^nee|niet nu|later|weigeren|afwijzen|terug|vorige|annuleren|berekenen|omrekenen|controleren|voorbeeld|vernieuwen|overslaan|exporteren|afdrukken|sluiten|
      bekijken|tonen`,
    info: `geschiedenis|methode|methoden|opties|gegevens|details|informatie|nummer|lijst|instellingen|voorwaarden|kosten|datum|sjablonen|adres|prijs|prijzen|soort|
      overzicht|bekijken|bekijk|weergeven|volgen|afdrukken|zoeken|beleid`,
    done: `succesvol|werd|is verwijderd|is verzonden|mislukt|onlangs`,
    not: `niet|nooit|zonder|behouden|behoud|geen`,
  },
  fields: { search: 'zoeken|zoek', settings: 'configuratie', message: 'bericht|reactie|antwoord' },
  confirmations: { final: 'definitief|onomkeerbaar|ongedaan', goesBack: 'winkelen|verder lezen' },
  paths: {
    erase: 'verwijderen',
    pay: 'betalen|betaling',
    account: 'rekening',
    checkout: 'afrekenen|betalen|betaling|kassa',
  },
  amounts: { total: 'totaal|bedrag|te betalen' },
  clock: 'seconden|minuten|uur',
  secrets: {
    named: 'geheime sleutel|wachtwoordzin|wachtzin|privésleutel|geheime code|herstelzin|geheim antwoord',
    password: 'wachtwoord',
    code: 'verificatiecode|eenmalige code|bevestigingscode|beveiligingscode sms',
    card: 'kaartnummer|creditcardnummer|beveiligingscode',
    codeBoxes: 'verificatiecode|cijfers?|bevestigings\\w*',
  },
  injections: ['\\b(?:negeer|vergeet)\\b.{0,40}(?:instructie|opdracht|aanwijzing)'],
};
