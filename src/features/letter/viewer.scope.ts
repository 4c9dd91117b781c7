/** What a letter depends on except photos and text, of a resident with facility and settings. */
export const VIEWER_COLUMNS = [
  'residents.id as residentId',
  'residents.name as residentName',
  'residents.left_on as leftOn',
  'residents.photos_hidden as photosHidden',
  'hosts.id as hostId',
  'hosts.phone as hostPhone',
  'delivery_settings.early_look as earlyLook',
] as const;
