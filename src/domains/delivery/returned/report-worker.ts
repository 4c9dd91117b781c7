import { parentPort } from 'node:worker_threads';
import { readReport } from './read-report.ts';

/** Runs beside the server (`report-reader.ts`). */
parentPort?.on('message', (bytes: Uint8Array) => {
  void readReport(bytes).then((report) => parentPort?.postMessage(report));
});
parentPort?.postMessage('ready');
