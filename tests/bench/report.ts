import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { measureMachine } from './machine.ts';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** Upper limit (performance.md#budgets). */
  budget?: number;
  /** Lower limit, where more is better. */
  least?: number;
}

/** As a table and as JSON, with what this machine takes for things that are not ours. */
export async function report(measured: Row[], folder: string, name = 'bench'): Promise<void> {
  const rows = [...(await measureMachine()), ...measured];
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, value, unit, ...limits } of rows) {
    const within = verdict(value, limits);
    console.log(`${what.padEnd(width)}  ${String(value).padStart(9)} ${unit.padEnd(3)}${within}`);
  }
  mkdirSync(folder, { recursive: true });
  const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, node: process.version };
  const file = path.join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2));
  console.log(`\nalso in ${file}`);
}

function verdict(value: number, { budget, least }: Pick<Row, 'budget' | 'least'>): string {
  if (budget !== undefined) return value <= budget ? `  within ${budget}` : `  OVER ${budget}`;
  if (least !== undefined) return value >= least ? `  reaches ${least}` : `  UNDER ${least}`;
  return '';
}
