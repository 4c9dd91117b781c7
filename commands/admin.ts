/** The operator's command line, `npm run admin -- COMMAND`; also while the server runs. */
import { keepFilesPrivate } from '#server/private-files.ts';
import { runAdmin } from './admin/run.ts';

keepFilesPrivate();
const { code, out, err } = await runAdmin(process.argv.slice(2), process.env);
if (out !== '') console.log(out);
if (err !== '') console.error(err);
process.exitCode = code;
