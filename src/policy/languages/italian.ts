import type { Language } from './language.js';

export const ITALIAN: Language = {
  code: 'it',
  labels: {
    erase: `elimina|eliminare|cancella|cancellare|rimuovi|rimuovere|rimuove|distruggi|disinstalla|disinstallare|
      espelli|nel cestino|al cestino|sposta nel cestino|cestina|togli|togliere|escludi|ripulisci|sopprimi|
      sposta * cestino|elimini`,
    wipe: `svuota|svuotare|pulisci|azzera|reimposta|ripristina|reimpostare|formatta|scarta|cancella|annulla`,
    weighty: `cestino|spam|indesiderata|indesiderati|cartella|cronologia|dati|cookie|tabella|database|fabbrica|registro|posta|cache|
      disco|dispositivo|coda|password|posta indesiderata`,
    light: `filtro|filtri|ricerca|formattazione|evidenziazione|ordinamento|zoom|inserimento|confronto|carrello|
      preferiti|sfondo|criterio|criteri|immissione|input|formattazione testo|formattazione del testo|
      campo di ricerca`,
    selection: `selezione|selezionati|selezionate`,
    account: `account|conto|profilo|utenza`,
    end: `chiudi|chiudere|annulla|annullare|disattiva|disattivare|disdici|termina|sospendi|disabilita|recedi`,
    contract: `abbonamento|ordine|prenotazione|contratto|iscrizione|appuntamento|volo|viaggio|bonifico|pagamento|piano|evento|biglietto`,
    pay: `paga|pagare|acquista|acquistare|=compra|compra ora|compra subito|comprare|ordina ora|ordina subito|ordina adesso|=dona|dona ora|donare|fai una donazione|
      trasferisci denaro|trasferisci fondi|invia denaro|preleva|prelevare|fai un'offerta|fai offerta|rilancia|ricarica credito|
      ricarica conto|ricarica saldo|investi|=vendi|vendi ora|bonifica|=trasferisci|trasferisci ora|addebita|vendi tutto|versa|effettua pagamento|invia ordine|completa ordine|concludi ordine|salda|=ordina adesso|preordina`,
    money: `pagamento|ordine|acquisto|bonifico|donazione|transazione|deposito|prelievo|offerta|fattura|denaro|fondi|addebito|rimborso|versamento`,
    commit: `conferma|confermare|completa|completare|concludi|effettua|effettuare|procedi|procedere|autorizza|approva|invia|esegui|fai|
      accetta|finalizza|valida|disponi|vai al|continua al|inoltra`,
    send: `invia|inviare|spedisci|spedire|rispedisci|pubblica|pubblicare|posta ora|=posta|twitta|invita|invitare|inoltra ora|candidati|
      annulla iscrizione|annulla l'iscrizione|disiscriviti|cancella iscrizione|annulla sottoscrizione|annulla la sottoscrizione|disiscrivi|rinvia|reinvia|commenta|lascia un commento|manda|trasmetti|
      rimuovi iscrizione|disabbonati`,
    affectsOthers: `blocca|bloccare|bandisci|revoca|revocare|unisci pull|=unisci|fondi pull|distribuisci|rilascia|arresta|spegni|riavvia|vota|
      autorizza|firma|abbandona|lascia il gruppo|lascia gruppo|esci dal gruppo|trasferisci proprietà|trasferisci la proprietà|
      rendi pubblico|rendi pubblica|disattiva|disattivare|prenota|concedi|=consenti|consenti accesso|ferma|cedi|disdici|recedi|annulla ordine|
      disabilita autenticazione|disabilita l'autenticazione`,
    join: `abbonati|iscriviti|registrati|partecipa|rinnova|noleggia|inizia|continua|sottoscrivi|attiva`,
    save: `salva|salvare|aggiorna|aggiungi|aggiungere|crea|creare|applica|carica|rinomina|importa|archivia|accedi|esci|modifica|attiva|abilita|
      installa|cambia|ripristina|duplica|sposta|copia|segui|inserisci|segna|sostituisci|iscriviti`,
    yes: `^sì|^si|conferma|=accetta|^continua|^vai|completa|procedi|=avanti|esegui|=invia|sono sicuro|termina`,
    ask: `^come|perché|^dove|^quando|^chi|informazioni su|^guida|aiuto|scopri|scopri di più|ulteriori informazioni|consigli|^cosa`,
    removal: `eliminazione|cancellazione|rimozione`,
    harmless: `^no|più tardi|rifiuta|ignora|non ora|indietro|precedente|annulla|calcola|converti|verifica|anteprima|aggiorna|salta|esporta|stampa|chiudi|vedi|mostra|simula`,
    info: `cronologia|storico|metodo|metodi|modalità|dettagli|dettaglio|informazioni|stato|numero|elenco|lista|
      impostazioni|preferenze|condizioni|guida|recenti|data|commissioni|modelli|indirizzo|correttamente|
      successo|base|tipo|tipi|vedi|mostra|traccia|stampa|scarica|cerca|alfabetico|modifica`,
    done: `correttamente|con successo|è stato|di recente|recente`,
    not: `non|mai|senza|mantieni`,
  },
  fields: { search: 'cerca|ricerca|cercare', settings: 'configurazione', message: 'messaggio|risposta|commento' },
  confirmations: { final: 'definitiv|irreversib|annullat', goesBack: 'acquisti' },
  paths: { erase: 'elimina|rimuovi', pay: 'paga', checkout: 'pagamento|cassa' },
  amounts: { total: 'importo|da pagare' },
  clock: 'secondi|minuti',
  secrets: {
    named: 'segreto|chiave segreta|codice segreto|chiave privata|parola segreta',
    password: 'parola',
    card: 'numero carta|numero della carta',
    codeBoxes: 'codice',
  },
  injections: ['\\bignora\\b.{0,40}istruzion'],
};
