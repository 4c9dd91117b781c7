import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether a port of this machine accepts connections; waits a moment if not. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return false;
  } finally {
    socket.destroy();
  }
}
