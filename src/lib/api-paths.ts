import type { YearMonth } from './calendar.ts';

export const openApi = '/api/v1/openapi.json';
export const authLogin = '/api/auth/login';
export const login = '/api/v1/actions/login';
export const sessions = '/api/v1/actions/staffs/sessions';
export const session = (id: string) => `/api/v1/actions/staffs/sessions/${id}`;
export const confirmation = '/api/v1/actions/staffs/confirmation';
export const confirmationOptions = '/api/v1/actions/staffs/confirmation/options';
export const secondStepLogin = '/api/v1/actions/login/second_step';
export const secondStep = '/api/v1/actions/staffs/second_step';
export const recoveryCodes = '/api/v1/actions/staffs/second_step/recovery_codes';
export const passkeyLogin = '/api/v1/actions/login/passkey';
export const passkeyLoginOptions = '/api/v1/actions/login/passkey/options';
export const passkeys = '/api/v1/actions/staffs/passkeys';
export const passkeyOptions = '/api/v1/actions/staffs/passkeys/options';
export const passkey = (id: string) => `/api/v1/actions/staffs/passkeys/${id}`;
export const refresh = '/api/v1/actions/refresh';
export const logout = '/api/v1/actions/logout';
export const user = '/api/v1/actions/user';
export const staffSignUp = '/api/v1/actions/staffs/sign_up';
export const staffConfirmations = '/api/v1/actions/staffs/confirmations';
export const staffProfile = '/api/v1/actions/staffs/profile';
export const staffs = '/api/v1/actions/staffs';
export const staff = (id: string) => `/api/v1/actions/staffs/${id}`;
export const staffPins = '/api/v1/actions/staffs/pins';
export const staffSecondStep = (id: string) => `/api/v1/actions/staffs/${id}/second_step`;
export const staffPin = (id: string) => `/api/v1/actions/staffs/${id}/pin`;
export const devices = '/api/v1/actions/devices';
export const device = (id: string) => `/api/v1/actions/devices/${id}`;
export const deviceLocks = (id: string) => `/api/v1/actions/devices/${id}/locks`;
export const currentDevice = '/api/v1/actions/devices/current';
export const resetEmails = '/api/v1/actions/staffs/reset_emails';
export const resetPasswords = '/api/v1/actions/staffs/reset_passwords';
export const hostSignUp = '/api/v1/actions/hosts/sign_up';
export const hostConfirmations = '/api/v1/actions/hosts/confirmations';
export const trialPrices = '/api/v1/actions/hosts/trial_prices';
export const facility = '/api/v1/actions/hosts/facility';
export const residents = '/api/v1/actions/residents';
export const items = '/api/v1/actions/items';
export const deletedItems = '/api/v1/actions/items/deleted';
export const item = (id: string) => `/api/v1/actions/items/${id}`;
/** All of a stored photo and day, or one; the answer says who still has it. */
export const deleteItem = (id: string, together: boolean, isMistake = false) =>
  `${item(id)}?together=${together}${isMistake ? '&isMistake=true' : ''}`;
export const restoreItem = (id: string) => `/api/v1/actions/items/${id}/restore`;
export const moveItem = (id: string) => `/api/v1/actions/items/${id}/move`;
export const copyItem = (id: string) => `/api/v1/actions/items/${id}/copy`;
export const photoPeople = (id: string) => `/api/v1/actions/items/${id}/people`;
export const contacts = '/api/v1/actions/contacts';
export const counts = '/api/v1/views/admin_staffs/items';
export const directUploads = '/api/v1/direct_uploads';
export const directUpload = (slot: string) => `/api/v1/direct_uploads/${slot}`;
/** Takes `?zipcode=`. */
export const zipAddress = '/api/externals/zipaddress/';
export const adminResidents = '/api/v1/views/admin_staffs/residents';
export const adminResident = (id: string) => `/api/v1/views/admin_staffs/residents/${id}`;
export const families = '/api/v1/views/admin_staffs/families';
export const family = (id: string) => `/api/v1/views/admin_staffs/families/${id}`;
export const residentSheets = (id: string) => `/api/v1/actions/residents/${id}/sheets`;
export const applications = '/api/v1/actions/applications';
export const application = (id: string) => `/api/v1/actions/applications/${id}`;
export const applicationAcceptance = (id: string) =>
  `/api/v1/actions/applications/${id}/acceptance`;
export const lineCodes = (familyId: string) =>
  `/api/v1/views/admin_staffs/families/${familyId}/line_codes`;
export const familyLine = (familyId: string) =>
  `/api/v1/views/admin_staffs/families/${familyId}/line`;
export const lineWebhook = '/api/v1/line/webhook';
export const adminLetters = '/api/v1/actions/letters';
export const adminLetter = (yearMonth: YearMonth) => `/api/v1/actions/letters/${yearMonth}`;
export const letterNote = (yearMonth: YearMonth, residentId: string) =>
  `/api/v1/actions/letters/${yearMonth}/notes/${residentId}`;
export const letterCheck = (yearMonth: YearMonth, residentId: string) =>
  `/api/v1/actions/letters/${yearMonth}/checks/${residentId}`;
export const letters = '/api/v1/views/letters';
export const letter = (yearMonth: YearMonth) => `/api/v1/views/letters/${yearMonth}`;
