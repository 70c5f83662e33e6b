import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** A client's connection whose side stays open until it is destroyed. */
export interface RawSocket {
  socket: Socket;
  /** Everything that was received so far. */
  received(): string;
  /** Whether the server has ended its side, or reset the connection. */
  isEnded(): boolean;
}

/** Connects to the origin of a URL and sends `bytes`. */
export async function openRawSocket(url: string, bytes = ''): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let received = '';
  let isEnded = false;
  const end = () => {
    isEnded = true;
  };
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  socket.on('end', end).on('error', end);
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return { socket, received: () => received, isEnded: () => isEnded };
}

/** Returns the number of file descriptors that a process has open. Reads /proc, so it needs Linux. */
export function countFileDescriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** The bytes of a request to open a WebSocket. */
export const formatUpgrade = (path: string) =>
  [
    `GET ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    '\r\n',
  ].join('\r\n');
