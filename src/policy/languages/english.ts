import type { Language } from './language.js';

export const ENGLISH: Language = {
  code: 'en',
  labels: {
    erase: `delete|remove|erase|destroy|purge|wipe|uninstall|expunge|obliterate|undelegate|~drop|drop table|drop database|
      drop partition|drop column|drop view|drop index|drop the|=trash|to trash|to the trash|to bin|to the bin|to recycle bin|^trash it|^trash this|^trash conversations|
      ^trash conversation|^trash message|^trash messages|truncate|kick|kick out|expel|decommission|unfriend|self destruct|nuke|scrap it|bin it`,
    wipe: `clear|empty|reset|flush|discard|format`,
    weighty: `trash|bin|junk|spam|folder|history|data|cookies|log|logs|table|database|inbox|mailbox|everything|messages|queue|
      disk|drive|factory|cache|watchlist|device|server|cluster|bucket|storage|index|password`,
    light: `filter|filters|search|selected date|formatting|text formatting|highlight|highlights|sort|sorting|
      zoom|input|query|comparison|cart|basket|bag|favorites|favourites|background|facet|facets|
      search field|search bar|search term|chip|suggestion|suggestions|colors|colours|sort order|wishlist`,
    selection: `selection|selections|selected`,
    account: `account|accounts|profile|workspace|organization|organisation`,
    end: `close|cancel|deactivate|disable|terminate|end|delete|remove|suspend|stop`,
    contract: `subscription|subscriptions|order|orders|booking|bookings|reservation|membership|plan|contract|appointment|flight|trip|
      policy|service|ticket|transfer|payment|enrollment|registration|meeting|event|auction|bid`,
    pay: `pay|pay now|buy now|^pay fee|^pay fees|^pay the fee|^pay total|^pay the total|^pay by|buy|=order|order now|order and pay|=purchase|purchase now|donate|^withdraw|withdraw funds|withdraw money|checkout and pay|
      wire money|send money|transfer money|transfer funds|top up|=sell|sell now|^trade now|^invest|=bid|place bid|place a bid|
      place your bid|=tip|send tip|send payment|make payment|make a payment|one click order|add funds|add money|^repay|
      =transfer|transfer all|transfer now|wire funds|cash out|charge my card|charge my account|charge card|charge the card|charge your card|^liquidate|
      deposit now|deposit funds|deposit money|sell all|sell everything|settle up|^fund|^redeem|^stake|swap tokens|swap coins|swap crypto|=send gift|=checkout with paypal|upgrade and pay|^lend`,
    money: `payment|payments|order|purchase|transaction|transfer|donation|deposit|withdrawal|bid|trade|invoice|refund|wire|
      paid subscription|paid plan|trial|money|funds|booking and pay|charge|payout`,
    commit: `confirm|place|submit|complete|finish|finalize|finalise|authorize|authorise|approve|proceed|make|execute|process|
      accept|release|initiate|start|send|schedule|issue|sign|validate|continue to|continue with|agree`,
    send: `send|resend|=post|^post now|post comment|post reply|post tweet|post message|post to|^post a|^post this|publish|republish|=tweet|tweet now|
      repost|retweet|broadcast|dispatch|submit application|submit review|submit reply|submit comment|submit request|submit report|
      submit form|submit claim|submit answer|submit answers|submit assignment|submit ticket|submit vote|submit bid|submit proposal|apply now|email this|
      =email|^mail to|unsubscribe|opt out|rsvp|=fax|announce|invite|reply all and send|=reply and send|report abuse|submit feedback|
      email everyone|email all|email everybody|message everyone|message all|text everyone|text all|
      =share now|share publicly|share with`,
    affectsOthers: `revoke|block this|block user|block and|block person|block contact|block sender|block account|block caller|=block|=ban|ban user|ban this|ban member|
      merge pull request|merge request|=merge|merge now|squash and merge|rebase and merge|confirm merge|deploy|shut down|shutdown|power off|
      restart instance|restart server|restart service|=restart|reboot|=stop|stop server|stop instance|book appointment|book now|=book|book a|
      ^book|reserve now|=reserve|authorize|authorise|grant access|grant|sign document|sign contract|sign and|=sign|e sign|
      leave group|leave team|leave organization|leave workspace|leave channel|leave server|leave project|transfer ownership|
      transfer repository|transfer domain|make public|make private|change visibility|^vote|cast vote|=upvote|deactivate|terminate|
      disable two factor|disable 2fa|disable two factor authentication|turn off two factor|disable mfa|force push|rollback|roll back|revert commit|promote to|
      make admin|make owner|give access|give full access|give control|add as admin|add as owner|confirm booking|confirm reservation|complete booking|
      =burn|burn tokens|demote|impersonate|rotate key|regenerate|suspend|evict|forfeit|resign|quit job|accept offer|
      accept invitation|decline invitation|generate token|generate new token|add ssh key|allow access|=allow|factory reset|hard reset|fire employee|fire worker|lay off employee|lay off worker|lay off staff|dismiss employee|
      release to production|go live|launch campaign|start campaign|run workflow|run job|=execute|execute query|^kill|=eject`,
    join: `subscribe|join|start|sign up|signup|register|upgrade|renew|continue|extend|rent|enroll|enrol|get`,
    save: `save|update|add|create|submit|upload|apply|rename|import|archive|log in|login|sign in|log out|logout|sign out|edit|
      enable|disable|install|change|restore|duplicate|move|copy|mark|follow|like|set|replace|insert|attach|assign|subscribe|
      undo|redo|accept|discard|reset|join|register|sign up|watch|star|pin|react`,
    yes: `^ok|^okay|^yes|confirm|submit|^go|=accept|^approve|^agree|complete|finish|done|proceed|^continue|^i agree|^i am sure|=next|execute|=send|=swap|swap now|accept and continue`,
    ask: `how|why|what|where|when|who|^which|^about|learn|learn more|ways|faq|^should|guide|guides|tutorial|tips|read more|help`,
    removal: `deletion`,
    harmless: `^no|not now|not yet|never mind|nevermind|dismiss|later|abort|stay|decline|reject|deny|go back|back|previous|prev|calculate|recalculate|compute|estimate|convert|preview|review|check|verify|validate|look up|
      lookup|refresh|reload|skip|export|print|close|clear|cancel|quote|simulate`,
    info: `history|method|methods|option|options|detail|details|information|info|status|number|numbers|list|settings|preferences|
      policy|terms|calculator|statement|statements|summary|overview|reports|log|logs|due|received|total|address|fees|fee|template|
      templates|protection|slips|slip|stubs|grade|grades|attention|date|dates|news|learning|again later|back|to back|to front|price|prices|
      type|types|form|confirmation|receipt|receipts|id|instructions|tracking|schedule|by|documentation|successfully|failed|track|view|
      folder|name|format|formats|due date|mode|view|show|download|print|edit|find|search|sort`,
    done: `successfully|failed|was|were|has been|have been|is|are`,
    not: `do not|don't|dont|never|keep|without`,
  },
  fields: {
    search: 'search|find|query|filter',
    settings:
      'code|editor|script|config|configuration|yaml|json|sql|query|css|html|javascript|webhook|dns|nameserver|cron|regex|command|terminal|shell|hostname|subnet|firewall|iban|environment|env',
    message: 'message|reply|comment|chat|tweet|post',
  },
  confirmations: {
    final: 'undone|permanent|irrevers|for good',
    goesBack: 'shopping|browsing|reading|exploring|editing|as guest',
  },
  paths: {
    erase: 'delete|deleted|destroy|remove|erase|purge|trash|drop|wipe|uninstall|revoke|deactivate',
    end: 'delete|destroy|remove|erase|close|cancel|deactivate|terminate',
    send: 'unsubscribe|optout|send|publish|tweet|invite',
    pay: 'pay|payment|payments|charge|charges|purchase|purchases|buy|transfer|transfers|withdraw|withdrawal|withdrawals|donate|donation|donations|payout|payouts|remit|bid|bids|placeorder',
    account: 'account|accounts|profile|membership',
    checkout: 'check-?out|payments?|pay|billing',
  },
  amounts: { total: 'total|amount|balance due|to pay|you pay|pay now' },
  clock: 's|secs?|seconds?|m|mins?|minutes?|h|hours?',
  secrets: {
    named:
      'passphrase|pass phrase|passcode|pass code|private key|seed phrase|recovery phrase|mnemonic phrase|secret key|api secret|client secret|app secret|secret access key|shared secret|secret phrase|secret word|secret answer',
    password: 'password|passwd|passphrase',
    code: 'otp|totp|2fa|mfa|one time code|one time password|one time pin|verification code|security code sent|authenticator code|authentication code|auth code|sms code',
    card: 'card number|card num|card no|card nr|cardnumber|cardnum|cardno|credit card|creditcard|debit card|ccnumber|ccnum|cc number|cc num|cc no|cc csc|cc cvc|cc cvv|cvc|cvc2|cvv|cvv2|csc|card security code|card verification code|card verification number|card verification value|security code',
    codeBoxes: 'code|codes|otp|2fa|mfa|pin|passcode|digits?|verif\\w*|authenticat\\w*|sms',
  },
  injections: [
    String.raw`\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|earlier|all|your|system)\b.{0,30}\b(?:instructions?|prompts?|rules|guidelines|directions)\b`,
    String.raw`\b(?:system|admin|developer) (?:note|message|prompt|override|instructions?)\b.{0,20}\b(?:ai|agent|assistant|model|llm|to you)\b`,
    String.raw`\b(?:ai|llm) (?:agents?|assistants?|models?)\b.{0,40}\b(?:must|should|please|now|are instructed|are required)\b`,
    String.raw`\b(?:you are now|act as|pretend to be|new instructions?)\b.{0,40}\b(?:assistant|agent|ai|admin|developer mode|jailbreak)`,
    String.raw`\b(?:do not|don't|never) (?:tell|inform|alert|mention)\b.{0,20}\b(?:the )?user\b`,
  ],
};
