import { useStore } from '@nanostores/react';
import type { SubmitEvent } from 'react';
import { useState } from 'react';
import type { Item } from '#domains/item/item.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { addDays, isCivilDate } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import { tooOldDay } from '#stores/held-items.ts';
import { $today } from '#stores/items.ts';
import { Sheet } from '#islands/Sheet.tsx';

interface Props {
  items: readonly Item[];
  onChoose: (dayFor: (item: Item) => CivilDate) => void;
  onClose: () => void;
}

const MAX_SHIFT = 3660;

/** A shift by days too: a camera's clock is usually off by a constant. */
export function DateDialog({ items, onChoose, onClose }: Props) {
  const today = useStore($today);
  const days = items.map(({ takenOn }) => takenOn).sort();
  const [oldest = today, newest = today] = [days[0], days.at(-1)];
  const [isShift, setIsShift] = useState(false);
  const [day, setDay] = useState(newest);
  const [shift, setShift] = useState<Shift>({ days: 1, isBack: true });
  const by = shift.isBack ? -shift.days : shift.days;
  const isRight = isShift
    ? isShiftGood(shift.days) && addDays(newest, by) <= today
    : isCivilDate(day) && day <= today;
  const tooOld = isRight ? tooOldDay(isShift ? addDays(oldest, by) : day) : null;
  const isGood = isRight && tooOld === null;
  const dayFor = ({ takenOn }: Item): CivilDate => (isShift ? addDays(takenOn, by) : day);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isGood) onChoose(dayFor);
  };
  return (
    <Sheet title={`${items.length}枚の撮った日を直す`} onClose={onClose}>
      <form className="date-form spaced" onSubmit={submit}>
        <p className="soft">
          今の日付：{formatDay(oldest, today)}
          {oldest !== newest && `から${formatDay(newest, today)}`}
        </p>
        <Way text="みんな同じ日にする" isOn={!isShift} onChoose={() => setIsShift(false)} />
        {!isShift && (
          <input
            className="control"
            type="date"
            aria-label="撮った日"
            value={day}
            max={today}
            required
            onChange={(event) => setDay(event.target.value)}
          />
        )}
        <Way text="それぞれ何日かずらす" isOn={isShift} onChoose={() => setIsShift(true)} />
        {isShift && <ShiftFields shift={shift} onChange={setShift} />}
        {(isShift || tooOld !== null) && (
          <p role="status" className={isGood ? 'soft' : 'red'}>
            {tooOld ?? shiftText(isGood, newest, by, today)}
          </p>
        )}
        <button type="submit" className="button" disabled={!isGood}>
          {items.length}枚の日付を変える
        </button>
      </form>
    </Sheet>
  );
}

function Way({ text, isOn, onChoose }: { text: string; isOn: boolean; onChoose: () => void }) {
  return (
    <label className="date-way">
      <input type="radio" name="way" checked={isOn} onChange={onChoose} />
      {text}
    </label>
  );
}

interface Shift {
  /** NaN while the field is empty. */
  days: number;
  isBack: boolean;
}

function ShiftFields({ shift, onChange }: { shift: Shift; onChange: (shift: Shift) => void }) {
  return (
    <div className="date-shift beside gap-2">
      <input
        className="control"
        type="number"
        aria-label="日数"
        inputMode="numeric"
        min={1}
        max={MAX_SHIFT}
        required
        value={Number.isNaN(shift.days) ? '' : shift.days}
        onChange={(event) => onChange({ ...shift, days: event.target.valueAsNumber })}
      />
      <span>日</span>
      <select
        className="control"
        aria-label="向き"
        value={shift.isBack ? 'back' : 'on'}
        onChange={(event) => onChange({ ...shift, isBack: event.target.value === 'back' })}
      >
        <option value="back">前の日へ</option>
        <option value="on">後の日へ</option>
      </select>
    </div>
  );
}

const isShiftGood = (shift: number): boolean =>
  Number.isInteger(shift) && shift >= 1 && shift <= MAX_SHIFT;

const shiftText = (isGood: boolean, newest: CivilDate, by: number, today: CivilDate): string => {
  if (isGood)
    return `たとえば、${formatDay(newest, today)}は${formatDay(addDays(newest, by), today)}になります`;
  return isShiftGood(Math.abs(by))
    ? '今日より後の日付にはできません。'
    : '日数を1以上の数字で入れてください。';
};
