import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#lib/durations.ts';
import type { CivilDate, YearMonth } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { deadlineOf } from '#domains/letter/deadline.ts';
import './deadline.css';

interface Props {
  /** By the server's clock; a page may stay open past midnight. */
  today: CivilDate;
  /** In milliseconds; the device's clock may be wrong. */
  now: number;
  /** The month whose letter is not sent (`deadlineOf`). */
  missed: YearMonth | null;
  /** null without access to it. */
  todoHref: string | null;
}

/** Shows how much of the month has passed, and the days left (domain.md#pages). */
export default function DeadlineBar({ today, now, missed, todoHref }: Props) {
  const { elapsed, color, text } = deadlineOf(useToday(today, now), missed);
  return (
    <div className="deadline">
      <progress
        className="meter"
        data-color={color}
        max={1}
        value={elapsed}
        aria-labelledby="deadline"
      />
      <p className="beside apart soft">
        <span id="deadline">{text}</span>
        {todoHref !== null && (
          <a className="tap" href={todoHref}>
            今月すること
          </a>
        )}
      </p>
    </div>
  );
}

function useToday(made: CivilDate, now: number): CivilDate {
  const [today, setToday] = useState(made);
  useEffect(() => {
    const ahead = Date.now() - now;
    const look = (): void => setToday(civilDateOf(new Date(Date.now() - ahead)));
    const timer = setInterval(look, MINUTE_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [now]);
  return today;
}
