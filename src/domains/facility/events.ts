import { OPERATOR, detail, events, oneOf, several } from '#domains/audit/audit.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatEndingDay } from './ending/ending.ts';
import type { AskedOf } from './facility.ts';
import { FACILITY_LABELS } from './facility.ts';

const asked = oneOf<AskedOf>({
  nobody: '必須でないよう',
  admins: '管理者に必須',
  everybody: '職員全員に必須',
});
const day = detail<CivilDate>(formatEndingDay);
const SET = '施設のご利用の最後の日を{detail}にしました';
const TAKEN_BACK = '{detail}で終わることを取り消しました';

export const FACILITY_EVENTS = {
  ...events({ kind: 'staff' })({
    'host.changed': [several(FACILITY_LABELS, 'と'), '施設の{detail}を変えました'],
    'host.second_step_asked': [asked, '二段階の確認を{detail}にしました'],
    'host.ending_set': [day, SET],
    'host.ending_taken_back': [day, TAKEN_BACK],
  }),
  ...events({ kind: 'staff', by: OPERATOR })({
    'operator.ending_set': [day, SET],
    'operator.ending_taken_back': [day, TAKEN_BACK],
  }),
};
