import type { Language } from './language.js';

export const FRENCH: Language = {
  code: 'fr',
  labels: {
    erase: `supprimer|supprimez|effacer|effacez|retirer|retirez|enlever|enlevez|détruire|désinstaller|
      désinstallez|éliminer|purger|à la corbeille|dans la corbeille|mettre à la corbeille|expulser|exclure|
      jeter|ôter|vers la corbeille|en corbeille|déplacer * corbeille|supprime`,
    wipe: `vider|videz|nettoyer|réinitialiser|remettre à zéro|formater|abandonner|annuler|effacer|effacez`,
    weighty: `corbeille|spam|spams|indésirables|pourriels|dossier|historique|données|cookies|table|base|base de données|usine|journal|boîte|
      boîte de réception|cache|disque|appareil|file d'attente|mot de passe|indésirable`,
    light: `filtre|filtres|recherche|mise en forme|formatage|surlignage|tri|zoom|saisie|comparaison|panier|
      favoris|arrière plan|critère|critères|surbrillance|mise en forme du texte|requête|barre de recherche`,
    selection: `sélection|sélectionnés|sélectionnées`,
    account: `compte|comptes|profil`,
    end: `fermer|fermez|clôturer|résilier|annuler|annulez|désactiver|désactivez|terminer|suspendre|arrêter|mettre fin`,
    contract: `abonnement|commande|réservation|contrat|rendez vous|adhésion|vol|voyage|virement|paiement|forfait|billet|événement|inscription`,
    pay: `payer|payez|régler|acheter|achetez|=commander|commander maintenant|commander et payer|commandez|faire un don|donner maintenant|=donner|faites un don|virer|
      faire un virement|effectuer un virement|retirer des fonds|retirer de l'argent|enchérir|surenchérir|envoyer de l'argent|
      recharger mon|recharger le|recharger votre|=recharger|réserver et payer|investir|=vendre|vendre maintenant|passer la commande|passer commande|
      passer ma commande|transférer de l'argent|=transférer|transférer maintenant|débiter|débitez|tout vendre|vendre tout|verser|rembourser|miser|précommander|cotiser|s'abonner pour`,
    money: `paiement|commande|achat|virement|don|transaction|dépôt|retrait|enchère|facture|argent|fonds|règlement|prélèvement|versement|offre`,
    commit: `confirmer|confirmez|valider|validez|finaliser|finalisez|passer|effectuer|procéder|autoriser|approuver|envoyer|terminer|exécuter|lancer|
      conclure|accepter|soumettre|continuer vers|poursuivre|aller au|placer|faire`,
    send: `envoyer|envoyez|renvoyer|publier|publiez|=poster|poster un|poster le|soumettre|tweeter|expédier|transmettre|inviter|invitez|se désabonner|
      se désinscrire|désabonner|me désabonner|postuler|diffuser|déposer|désinscrire|désinscription|laisser un commentaire|adresser|=commenter|résilier l'inscription`,
    affectsOthers: `bloquer|bannir|révoquer|fusionner|déployer|arrêter|éteindre|redémarrer|voter|autoriser|signer|
      quitter le groupe|quitter l'équipe|quitter le canal|quitter l'organisation|quitter le serveur|
      transférer la propriété|rendre public|désactiver|prendre rendez vous|réserver|=réserver|accorder|
      résilier|céder|céder la propriété|=accepter l'invitation|mettre en production|publier en production|
      clôturer|désactiver l|mettre hors service|inviter`,
    join: `s'abonner|abonner|souscrire|s'inscrire|adhérer|renouveler|commencer|continuer|louer|rejoindre|essayer|abonnez`,
    save: `enregistrer|sauvegarder|mettre à jour|actualiser|ajouter|créer|appliquer|téléverser|renommer|importer|archiver|se connecter|
      connexion|se déconnecter|déconnexion|modifier|activer|installer|changer|restaurer|dupliquer|déplacer|copier|suivre|insérer|
      marquer|rétablir|définir|remplacer|aimer`,
    yes: `^oui|^ok|confirmer|valider|^continuer|=accepter|d'accord|terminer|exécuter|=soumettre|je suis sûr|=suivant|=envoyer|^j'accepte`,
    ask: `^comment|pourquoi|^où|^quand|^qui|quoi|à propos|^guide|aide|en savoir plus|conseils|^faut il|^quel|^quelle`,
    removal: `suppression|effacement`,
    harmless: `^non|plus tard|pas maintenant|refuser|rester|retour|précédent|annuler|calculer|convertir|vérifier|aperçu|actualiser|ignorer|exporter|imprimer|fermer|voir|afficher|
      simuler|estimer`,
    info: `historique|méthode|méthodes|moyens|moyen|modes|mode|détails|détail|informations|information|statut|état|numéro|liste|paramètres|
      préférences|conditions|guide|mes achats|récents|récentes|date|frais|modèle|modèles|adresse|succès|suivre|voir|afficher|type|types|
      confirmation|suivi|imprimer|télécharger|modifier|chercher`,
    done: `avec succès|a été|ont été|est|récemment|échec`,
    not: `ne pas|ne|sans|garder|conserver|jamais`,
  },
  fields: { search: 'recherche|rechercher|chercher', message: 'répondre|commentaire' },
  confirmations: { final: 'définitiv|irréversib', goesBack: 'achats|navigation' },
  paths: { erase: 'supprimer', pay: 'payer', account: 'compte', checkout: 'paiement|caisse|commande' },
  amounts: { total: 'montant|à payer' },
  clock: 'secondes?',
  secrets: {
    named: 'phrase secrète|phrase de passe|clé secrète|clef secrète|code secret|clé privée',
    password: 'mot de passe',
    code: 'code de vérification',
    card: 'numéro de carte|numéro de la carte|cryptogramme',
  },
  injections: ['\\bignorez\\b.{0,40}instruct'],
};
