import os from 'node:os';
import { busy } from '#lib/errors.ts';
import { MemoryRoom, makingAtOnce } from './memory-room.ts';
import type { Cost } from './cost.ts';
import { IDLE_MB, costOfFile, refusalOfCost, turnedMb } from './cost.ts';
import type { DecodingLimits } from './decoder.ts';
import { DECODING_LIMITS } from './decoder.ts';
import { Lane, RefusalError } from './lane.ts';
import type { Degrees, ImageRecipe, Preview } from './task.ts';

export { RefusalError } from './lane.ts';

/** For all decoders beyond their idle memory: three of them and the server fit into 640 MB. */
const SHARED_MB = 300;
/** What one more that makes sizes of an ordinary photo takes of it. */
const MORE_MB = 120;
/** So few wait for the largest size that variants always find room in the queue. */
const MAX_LARGEST = 24;

/**
 * Decodes images in child processes (safety.md#the-settings-behind-it;
 * performance.md#a-letter).
 */
export interface ImagePool {
  /**
   * Verifies an image and makes its preview.
   * @param hostId facilities take turns
   * @throws RefusalError; AppError 503 when full
   */
  preview(file: string, folder: string, hostId: string): Promise<Preview>;
  /** Makes the other variants and the master. @throws the same */
  variants(file: string, folder: string, hostId: string): Promise<void>;
  /** Makes the largest size of a master, in turn with variants. @throws the same */
  largest(master: string, folder: string, hostId: string): Promise<void>;
  /**
   * Makes all files of a photo that is turned clockwise, while a person waits.
   * @returns the size of its new master
   * @throws the same
   */
  turned(master: string, folder: string, hostId: string, degrees: Degrees): Promise<Size>;
  /** How many photos may have their sizes made at once. */
  atOnce: number;
  close(): void;
}

interface Size {
  width: number;
  height: number;
}

/** The priority of its decoders, behind the server's own. */
const NICENESS = { prompt: 5, patient: 19 };

/** Memory of the machine, or of the container that bounds it. */
const memoryMb = (): number =>
  Math.min(os.totalmem(), process.constrainedMemory() || Infinity) / 1_000_000;

/**
 * Two decoders serve interactive uploads, never both for one facility; a third makes variants in
 * the background, and more do where cores are idle: not while somebody waits for a preview.
 */
export function makeImagePool(
  recipe: ImageRecipe,
  limits: DecodingLimits = DECODING_LIMITS,
  niceness = NICENESS,
): ImagePool {
  const atOnce = makingAtOnce(os.availableParallelism(), memoryMb());
  const room = new MemoryRoom(SHARED_MB + (atOnce - 1) * MORE_MB);
  const parts = { limits, room, onRoom: () => onRoom() };
  const prompt = new Lane({ ...parts, niceness: niceness.prompt, each: 1, decoders: () => 2 });
  const spare = () => (prompt.isIdle ? atOnce : 1);
  const forPatient = { niceness: niceness.patient, each: atOnce, decoders: spare };
  const patient = new Lane({ ...parts, ...forPatient });
  let largestWaiting = 0;
  const onRoom = (): void => {
    prompt.next();
    patient.next();
  };
  return {
    atOnce,
    async preview(file, folder, hostId) {
      const cost = await affordable(file, recipe);
      const { isThrifty, isCostly } = cost;
      const task = { kind: 'preview', file, folder, recipe, isThrifty } as const;
      const mb = cost.previewMb - IDLE_MB;
      return (await prompt.run({ task, hostId, mb, isCostly })) as Preview;
    },
    async variants(file, folder, hostId) {
      const cost = await affordable(file, recipe);
      const { isThrifty, isByEdge, isCostly } = cost;
      const task = { kind: 'variants', file, folder, recipe, isThrifty, isByEdge } as const;
      await patient.run({ task, hostId, mb: cost.variantsMb - IDLE_MB, isCostly });
    },
    async largest(file, folder, hostId) {
      if (largestWaiting >= MAX_LARGEST) throw busy(5);
      largestWaiting++;
      try {
        const cost = await affordable(file, recipe);
        const task = { kind: 'largest', file, folder, recipe, isThrifty: cost.isThrifty } as const;
        const mb = cost.largestMb - IDLE_MB;
        // A line of its own: families must not turn away a photo that was just uploaded.
        await patient.run({ task, hostId: `${hostId} largest`, mb, isCostly: cost.isCostly });
      } finally {
        largestWaiting--;
      }
    },
    async turned(file, folder, hostId, degrees) {
      const { variantsMb, pixels, isThrifty, isCostly } = await affordable(file, recipe);
      const task = { kind: 'turned', file, degrees, folder, recipe, isThrifty } as const;
      const mb = variantsMb - IDLE_MB + turnedMb(pixels);
      return (await prompt.run({ task, hostId, mb, isCostly })) as Size;
    },
    close() {
      prompt.close();
      patient.close();
    },
  };
}

/** @throws RefusalError for an image that is too expensive, before decoding it */
async function affordable(file: string, { pixelLimits }: ImageRecipe): Promise<Cost> {
  const cost = await costOfFile(file);
  const refusal = refusalOfCost(cost, pixelLimits);
  if (refusal) throw new RefusalError(refusal, `decoding would need ${JSON.stringify(cost)}`);
  return cost;
}
