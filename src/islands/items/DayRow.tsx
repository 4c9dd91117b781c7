import { useStore } from '@nanostores/react';
import { BREAK } from '#lib/break.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { formatDay } from '#lib/format-ja.ts';
import { $chosenIds } from '#stores/choosing.ts';
import { isDayChosen, toggleDay } from '#stores/choosing-days.ts';

export function DayRow({ day, today }: { day: CivilDate; today: CivilDate }) {
  const isAll = isDayChosen(useStore($chosenIds), day);
  return (
    <li className="day-row beside apart">
      <h2>{formatDay(day, today)}</h2>
      <button type="button" className="text-button" onClick={() => void toggleDay(day)}>
        {isAll ? `この日を${BREAK}外す` : `この日を${BREAK}すべて選ぶ`}
        <span className="visually-hidden">{formatDay(day, today)}</span>
      </button>
    </li>
  );
}
