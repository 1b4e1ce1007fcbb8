import type { Lexicon } from './lexicon.js';

export const EN: Lexicon = {
  erase: `delete|remove|erase|destroy|purge|wipe|uninstall|expunge|obliterate|undelegate|~drop|drop table|drop database|
    drop partition|drop column|drop view|drop index|drop the|=trash|to trash|to the trash|to bin|to the bin|to recycle bin|^trash it|^trash this|^trash conversations|
    ^trash conversation|^trash message|^trash messages|truncate|kick|kick out|expel|decommission|unfriend|self destruct`,
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
  pay: `pay|buy|=order|order now|order and pay|=purchase|purchase now|donate|^withdraw|withdraw funds|withdraw money|checkout and pay|
    wire money|send money|transfer money|transfer funds|top up|=sell|sell now|^trade now|^invest|=bid|place bid|place a bid|
    place your bid|=tip|send tip|send payment|make payment|make a payment|one click order|add funds|add money|^repay|
    ^fund|^redeem|^stake|swap tokens|swap coins|swap crypto|=send gift|=checkout with paypal|upgrade and pay|^lend`,
  money: `payment|payments|order|purchase|transaction|transfer|donation|deposit|withdrawal|bid|trade|invoice|refund|wire|
    paid subscription|paid plan|trial|money|funds|booking and pay|charge|payout`,
  commit: `confirm|place|submit|complete|finish|finalize|finalise|authorize|authorise|approve|proceed|make|execute|process|
    accept|release|initiate|start|send|schedule|issue|sign|validate|continue to|continue with|agree`,
  send: `send|resend|=post|^post now|post comment|post reply|post tweet|post message|post to|^post a|^post this|publish|republish|=tweet|tweet now|
    repost|retweet|broadcast|dispatch|submit application|submit review|submit reply|submit comment|submit request|submit report|
    submit form|submit claim|submit answer|submit answers|submit assignment|submit ticket|submit vote|submit bid|submit proposal|apply now|email this|
    =email|^mail to|unsubscribe|opt out|rsvp|=fax|announce|invite|reply all and send|=reply and send|report abuse|submit feedback|
    =share now|share publicly|share with`,
  act: `revoke|block this|block user|block and|block person|block contact|block sender|block account|block caller|=block|=ban|ban user|ban this|ban member|
    merge pull request|merge request|=merge|merge now|squash and merge|rebase and merge|confirm merge|deploy|shut down|shutdown|power off|
    restart instance|restart server|restart service|=restart|reboot|=stop|stop server|stop instance|book appointment|book now|=book|book a|
    ^book|reserve now|=reserve|authorize|authorise|grant access|grant|sign document|sign contract|sign and|=sign|e sign|
    leave group|leave team|leave organization|leave workspace|leave channel|leave server|leave project|transfer ownership|
    transfer repository|transfer domain|make public|make private|change visibility|^vote|cast vote|=upvote|deactivate|terminate|
    disable two factor|disable 2fa|disable two factor authentication|turn off two factor|disable mfa|force push|rollback|roll back|revert commit|promote to|
    make admin|make owner|demote|impersonate|rotate key|regenerate|suspend|evict|forfeit|resign|quit job|accept offer|
    accept invitation|decline invitation|generate token|generate new token|add ssh key|allow access|=allow|factory reset|
    release to production|go live|launch campaign|start campaign|run workflow|run job|=execute|execute query|^kill|=eject`,
  join: `subscribe|join|start|sign up|signup|register|upgrade|renew|continue|extend|rent|enroll|enrol|get`,
  save: `save|update|add|create|submit|upload|apply|rename|import|archive|log in|login|sign in|log out|logout|sign out|edit|
    enable|disable|install|change|restore|duplicate|move|copy|mark|follow|like|set|replace|insert|attach|assign|subscribe|
    undo|redo|accept|discard|reset|join|register|sign up|watch|star|pin|react`,
  yes: `^ok|^okay|^yes|confirm|submit|^go|=accept|^approve|^agree|complete|finish|done|proceed|^continue|^i agree|^i am sure|=next|execute|=send|=swap|swap now|accept and continue`,
  ask: `how|why|what|where|when|who|^which|^about|learn|learn more|ways|faq|^should|guide|guides|tutorial|tips|read more|help`,
  removal: `deletion`,
  info: `history|method|methods|option|options|detail|details|information|info|status|number|numbers|list|settings|preferences|
    policy|terms|calculator|statement|statements|summary|overview|reports|log|logs|due|received|total|address|fees|fee|template|
    templates|protection|slips|slip|stubs|grade|grades|attention|date|dates|news|learning|again later|back|to back|to front|price|prices|
    type|types|form|confirmation|receipt|receipts|id|instructions|tracking|schedule|by|documentation|successfully|failed|track|view|
    folder|name|format|formats|due date|mode|view|show|download|print|edit|find|search|sort`,
  done: `successfully|failed|was|were|has been|have been|is|are`,
  not: `do not|don't|dont|never|keep|without`,
};
