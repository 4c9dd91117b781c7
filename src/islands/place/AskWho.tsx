import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $whoQuestion } from '#stores/who-is-meant.ts';
import { Later } from '#islands/Later.tsx';

const load = () => import('./WhoDialog.tsx');

/** Loaded once the page is shown, so that no press waits for it. */
export function AskWho() {
  const question = useStore($whoQuestion, { ssr: 'initial' });
  useEffect(() => void load().catch(() => undefined), []);
  return question && <Later load={load} of={question} onFailure={() => question.answer(null)} />;
}
