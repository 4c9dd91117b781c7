import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** At most this much (speed, "Budgets"). */
  budget?: number;
}

/** One table for people, the same as JSON for machines. */
export function report(rows: Row[], folder: string): void {
  const width = Math.max(...rows.map(({ what }) => what.length));
  for (const { what, value, unit, budget } of rows) {
    const within =
      budget === undefined ? '' : value <= budget ? `  within ${budget}` : `  OVER ${budget}`;
    console.log(`${what.padEnd(width)}  ${String(value).padStart(9)} ${unit.padEnd(3)}${within}`);
  }
  mkdirSync(folder, { recursive: true });
  const machine = { cpu: os.cpus()[0]?.model, cores: os.cpus().length, node: process.version };
  const file = path.join(folder, 'bench.json');
  writeFileSync(file, JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2));
  console.log(`\nalso in ${file}`);
}
