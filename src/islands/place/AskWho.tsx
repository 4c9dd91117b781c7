import { useStore } from '@nanostores/react';
import { $whoQuestion } from '#stores/who-is-meant.ts';
import { Later, useSoon } from '#islands/Later.tsx';

const load = () => import('./WhoDialog.tsx');

export function AskWho() {
  const question = useStore($whoQuestion, { ssr: 'initial' });
  useSoon(load);
  return question && <Later load={load} of={question} onFailure={() => question.answer(null)} />;
}
