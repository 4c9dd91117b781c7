/** Exits with 0 if the server is healthy; the image has no curl. */
import { get } from 'node:http';

const port = process.env.PORT || '4321';
const request = get(`http://127.0.0.1:${port}/healthz`, { timeout: 4000 }, (answer) => {
  process.exit(answer.statusCode === 200 ? 0 : 1);
});
request.on('timeout', () => process.exit(1));
request.on('error', () => process.exit(1));
