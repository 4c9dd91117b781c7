/** What this installation uses, as far as it decides where data of people goes. */
export interface Installation {
  /** Letters can come by LINE. */
  hasLine: boolean;
  /** Mails leave the server, which hands them to a mail service. */
  sendsMail: boolean;
  /** A mailbox is read for what came back. */
  readsReturned: boolean;
  /** Photos are in a store of another server, not in this one's folder. */
  hasPhotosElsewhere: boolean;
  /** The rest is in a database server, not in the server's folder. */
  hasDatabaseElsewhere: boolean;
  /** How many backups are kept; null: the program makes none. */
  backupsKept: number | null;
  /** In other places. */
  copies: 'none' | 'plain' | 'encrypted';
  /** How many backups are kept in each of those places. */
  copiesKept: number;
  /** Behind HTTPS. */
  isEncrypted: boolean;
}
