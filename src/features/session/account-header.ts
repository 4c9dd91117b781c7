/** Names the account that opened the page from which a photo is sent. */
export const ACCOUNT_HEADER = 'X-Account';
