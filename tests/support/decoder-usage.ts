import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { RECIPE } from '#lib/picture-recipe.ts';
import type { Cost } from '#server/image/cost.ts';
import { costOfFile, refusalOfCost } from '#server/image/cost.ts';
import { DECODING_LIMITS, Decoder } from '#server/image/decoder.ts';
import { cpuTimeOf } from '#server/image/process-usage.ts';
import type { ImageAnswer, ImageTask, Refusal } from '#server/image/task.ts';

/** For every accepted picture (P25). */
const PROMISED = { mb: 300, cpuMs: 10_000 };
/** Two idle decoders differ by as much. */
const TOLERANCE_MB = 10;

interface Pass {
  kind: ImageTask['kind'];
  /** What the pool counts on. */
  estimateMb: number;
  mb: number;
  cpuMs: number;
  outcome: 'made' | Refusal;
}

export interface Measured {
  cost: Cost;
  /** Before decoding. */
  refusal: Refusal | null;
  passes: Pass[];
}

/** Processes a picture with fresh decoders, and measures the peak of each. */
export async function measurePicture(bytes: Buffer): Promise<Measured> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'tsukidayori-cost-'));
  try {
    const file = path.join(folder, 'picture');
    await writeFile(file, bytes);
    const cost = await costOfFile(file);
    const refusal = refusalOfCost(cost, RECIPE.pixelLimits);
    const passes: Pass[] = [];
    const master = path.join(folder, RECIPE.master.name);
    for (const kind of ['preview', 'variants', 'largest'] as const) {
      if (refusal !== null) break;
      const of = kind === 'largest' ? master : file;
      const ownCost = kind === 'largest' ? await costOfFile(master) : cost;
      const pass = await measurePass(
        { kind, file: of, folder, recipe: RECIPE, ...savingOf(ownCost) },
        ownCost[`${kind}Mb`],
      );
      passes.push(pass);
      // What the first pass refuses never gets to the second.
      if (pass.outcome !== 'made') break;
    }
    return { cost, refusal, passes };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const savingOf = ({ isThrifty, isByEdge }: Cost) => ({ isThrifty, isByEdge });

async function measurePass(task: Omit<ImageTask, 'id'>, estimateMb: number): Promise<Pass> {
  const decoder = new Decoder(0, DECODING_LIMITS);
  try {
    await decoder.ready;
    const before = cpuTimeOf(decoder.pid) ?? 0;
    const outcome = outcomeOf(await decoder.run(task));
    // A killed decoder reports nothing; the outcome tells.
    const cpuMs = (cpuTimeOf(decoder.pid) ?? before) - before;
    return { kind: task.kind, estimateMb, mb: highestMbOf(decoder.pid), cpuMs, outcome };
  } finally {
    decoder.close();
  }
}

/** Since the process began; 0 when it is gone. */
export function highestMbOf(pid: number): number {
  try {
    const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kb ?? 0) / 1000);
  } catch {
    return 0;
  }
}

function outcomeOf(answer: ImageAnswer): Pass['outcome'] {
  if ('result' in answer) return 'made';
  if ('refusal' in answer) return answer.refusal;
  throw new Error(answer.failure);
}

/** Broken promises in words. */
export const brokenPromises = ({ passes }: Measured): string[] =>
  passes.flatMap(({ kind, estimateMb, mb, cpuMs, outcome }) => [
    ...(mb > PROMISED.mb ? [`${kind} took ${mb} MB`] : []),
    ...(mb > estimateMb + TOLERANCE_MB ? [`${kind} took ${mb} MB, not ${estimateMb}`] : []),
    ...(cpuMs > PROMISED.cpuMs ? [`${kind} took ${cpuMs} ms of CPU`] : []),
    ...(outcome === 'costly' ? [`${kind} had to be ended`] : []),
  ]);
