import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#lib/durations.ts';
import type { CivilDate } from '#lib/calendar.ts';
import { civilDateOf } from '#lib/calendar.ts';
import { deadlineOf } from '#features/letter/deadline.ts';
import './deadline.css';

interface Props {
  /** In Asia/Tokyo, by the server's clock; a page may stay open over midnight. */
  today: CivilDate;
  /** The server's clock in milliseconds, since the device's may be wrong. */
  now: number;
  /** The page of open tasks; null without access to it. */
  todoHref: string | null;
}

/** Elapsed part of the month, and days left (domain.md#pages). */
export default function DeadlineBar({ today, now, todoHref }: Props) {
  const { elapsed, color, text } = deadlineOf(useToday(today, now));
  return (
    <div className="deadline">
      <progress data-color={color} max={1} value={elapsed} aria-labelledby="deadline" />
      <p>
        <span id="deadline">{text}</span>
        {todoHref !== null && (
          <a href={todoHref} aria-label="配信までにすること">
            <span className="deadline-until">配信までに</span>すること
          </a>
        )}
      </p>
    </div>
  );
}

/** The current date, also after midnight. */
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
