/** A resident's state of life, as letters and deliveries ask for it. */
export const STAY_COLUMNS = [
  'residents.left_on as leftOn',
  'residents.letters_end as lettersEnd',
  'residents.last_letter as lastLetter',
  'residents.away_since as awaySince',
] as const;

/** What a letter depends on except photos and text, of a resident with facility and settings. */
export const VIEWER_COLUMNS = [
  'residents.id as residentId',
  'residents.name as residentName',
  ...STAY_COLUMNS,
  'residents.last_words as lastWords',
  'residents.photos_hidden as photosHidden',
  'hosts.id as hostId',
  'hosts.phone as hostPhone',
  'delivery_settings.early_look as earlyLook',
] as const;
