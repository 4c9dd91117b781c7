import type { Place } from '#server/copies/place.ts';
import type { Env } from '#server/env.ts';
import { keptAppSecret, makeSecrets } from '#server/secrets.ts';
import type { Vault } from './vault.ts';

/** The same after a restore on another machine. */
const idOf = ({ APP_SECRET, DATA_DIR }: Env): string =>
  makeSecrets(APP_SECRET ?? keptAppSecret(DATA_DIR)).sign('copies of backups');

interface Claim {
  env: Env;
  /** Copies of ours were there before. */
  wasOurs: boolean;
  /** The operator says that this is the place, whatever is there. */
  isSure: boolean;
}

const SURE = 'if this is the right place, run: backup copy --new-place';

/**
 * Makes sure that this is the place, not a mount point without its disk or another server's copies.
 * @throws Error with one line; nothing was written
 */
export async function claimPlace(vault: Vault, place: Place, claim: Claim): Promise<void> {
  const { env, wasOurs, isSure } = claim;
  const id = idOf(env);
  const marker = await vault.readMarker();
  if (marker && marker.seal !== vault.sealMark) {
    throw new Error(
      'the copies there have another passphrase, or none: set BACKUP_COPY_PASSPHRASE as before, or use another folder',
    );
  }
  if (marker?.id === id) return;
  if (!isSure) {
    if (marker) throw new Error(`another server's copies are there; ${SURE}`);
    if (wasOurs) throw new Error(`the earlier copies are not there: is the disk mounted? ${SURE}`);
    const doubt = (await place.doubt?.()) ?? null;
    if (doubt !== null) throw new Error(`${doubt}: is the disk mounted? ${SURE}`);
  }
  await place.prepare();
  await vault.writeMarker(id);
}
