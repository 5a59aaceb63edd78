import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../supabase/embedded/ports.ts';
import { debianProgram } from './tools.ts';

/** The commands of WebDriver that are used here, by their names in Firefox, with their place in the HTTP interface. */
const commands = {
  Back: ['POST', 'back'],
  ElementClear: ['POST', 'element/{id}/clear'],
  ElementClick: ['POST', 'element/{id}/click'],
  ElementSendKeys: ['POST', 'element/{id}/value'],
  ExecuteScript: ['POST', 'execute/sync'],
  GetCurrentURL: ['GET', 'url'],
  Navigate: ['POST', 'url'],
  PerformActions: ['POST', 'actions'],
  SetWindowRect: ['POST', 'window/rect'],
  TakeScreenshot: ['GET', 'screenshot'],
} as const;

/** A browser that is driven by WebDriver. */
export interface Engine {
  send: (command: keyof typeof commands, parameters?: Record<string, unknown>) => Promise<unknown>;
  /** What scripts complained about in the console; the reader empties it. */
  errors: string[];
  close: () => Promise<void>;
}

export interface Size {
  width: number;
  height: number;
}

interface Problem {
  error: string;
  message: string;
}

/** Ends a program with this one. */
function endWithUs<T extends ChildProcess>(child: T): T {
  const end = () => child.kill();
  process.on('exit', end);
  child.on('exit', () => process.off('exit', end));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** What `read` gives as soon as it does not fail. */
async function soon<T>(read: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await read().catch(() => null);
    if (found !== null) return found;
    await pause(100);
  }
  return read();
}

const scratchFolder = () => mkdtemp(join(tmpdir(), 'hemline-browser-'));
const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 });

/** Sends commands to Firefox itself, since Debian has no geckodriver: as texts with their length in front, and gives the answers to their senders. */
function speakMarionette(socket: Socket) {
  const waiting = new Map<number, (error: Problem | null, result: unknown) => void>();
  let received = Buffer.alloc(0);
  let last = 0;
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (let colon = received.indexOf(':'); colon > 0; colon = received.indexOf(':')) {
      const end = colon + 1 + Number(received.subarray(0, colon));
      if (received.length < end) return;
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The first message is a greeting.
      if (!Array.isArray(message)) continue;
      const [, id, error, result] = message as [number, number, Problem | null, unknown];
      waiting.get(id)?.(error, result);
      waiting.delete(id);
    }
  });
  socket.on('close', () => {
    for (const end of waiting.values())
      end({ error: 'closed', message: 'Firefox has ended' }, null);
  });
  return (name: string, parameters: object = {}): Promise<unknown> => {
    last += 1;
    const text = JSON.stringify([0, last, name, parameters]);
    const answer = new Promise((resolve, reject) => {
      waiting.set(last, (error, result) => {
        if (error) reject(new Error(`${error.error}: ${error.message}`));
        else resolve(result);
      });
    });
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return answer;
  };
}

interface BidiMessage {
  id?: number;
  method?: string;
  params?: { level: string; text: string; stackTrace?: { callFrames: { url: string }[] } };
}

/** Tells of errors and sets the size, which a window of Firefox does not go below 450 pixels. */
async function openBidi(address: string, context: unknown, size: Size, errors: string[]) {
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const commands: [method: string, params: object][] = [
    ['session.subscribe', { events: ['log.entryAdded'] }],
    ['browsingContext.setViewport', { context, viewport: size }],
  ];
  const done = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const { id, method, params } = JSON.parse(String(data)) as BidiMessage;
      if (id === commands.length - 1) resolve();
      if (method !== 'log.entryAdded' || params?.level !== 'error') return;
      errors.push(`${params.text} ${params.stackTrace?.callFrames[0]?.url ?? ''}`);
    });
  });
  for (const [id, [method, params]] of commands.entries()) {
    socket.send(JSON.stringify({ id, method, params }));
  }
  await done;
}

/** Nothing of it is asked of the internet. */
const firefoxSettings = `
user_pref('marionette.port', 0);
user_pref('services.settings.server', 'data:,');
`;

export async function startFirefox(size: Size): Promise<Engine> {
  const program = debianProgram('firefox-esr', 'firefox-esr');
  const profile = await scratchFolder();
  await writeFile(join(profile, 'user.js'), firefoxSettings);
  const how = ['--headless', '--marionette', '--remote-debugging-port', '0'];
  const args = [...how, '--no-remote', '--profile', profile];
  const child = endWithUs(spawn(program, args, { stdio: 'ignore' }));
  const close = async () => {
    await stop(child);
    await remove(profile);
  };
  try {
    const file = join(profile, 'MarionetteActivePort');
    const port = Number(await soon(() => readFile(file, 'utf8')));
    const socket = connect(port, '127.0.0.1');
    const speak = speakMarionette(socket);
    const session = await speak('WebDriver:NewSession', { webSocketUrl: true });
    const { webSocketUrl } = (session as { capabilities: { webSocketUrl: string } }).capabilities;
    const send: Engine['send'] = async (name, parameters) => {
      const result = await speak(`WebDriver:${name}`, parameters);
      return (result as { value?: unknown }).value;
    };
    const window = (await speak('WebDriver:GetWindowHandle')) as { value: string };
    const errors: string[] = [];
    await openBidi(webSocketUrl, window.value, size, errors);
    return { send, errors, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A screen that nobody sees. */
async function startScreen() {
  const program = debianProgram('Xvfb', 'xvfb');
  const args = ['-displayfd', '1', '-screen', '0', '1920x1200x24', '-nolisten', 'tcp'];
  const child = endWithUs(spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] }));
  const [number] = (await once(child.stdout, 'data')) as [Buffer];
  return { display: `:${number.toString().trim()}`, child };
}

export async function startWebKit(size: Size): Promise<Engine> {
  debianProgram('gjs', 'gjs', 'gir1.2-webkit2-4.1');
  const program = debianProgram('WebKitWebDriver', 'webkit2gtk-driver');
  const home = await scratchFolder();
  const screen = await startScreen();
  const port = await freePort();
  const folders = { HOME: home, XDG_CACHE_HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home };
  const env = { ...process.env, ...folders, DISPLAY: screen.display };
  const child = endWithUs(
    spawn(program, [`--port=${port}`], { env, stdio: ['ignore', 'ignore', 'pipe'] }),
  );
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => {
    if (/CONSOLE (?:\w+ )*ERROR/.test(line)) errors.push(line);
  });
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as { value: unknown };
    if (answer.ok) return value;
    const { error, message } = value as Problem;
    throw new Error(`${error}: ${message}`);
  };
  let session = '';
  const close = async () => {
    // With its session the driver ends the browser.
    if (session) await call('DELETE', session).catch(() => undefined);
    await stop(child);
    await stop(screen.child);
    await remove(home);
  };
  try {
    const binary = join(import.meta.dirname, 'webkit-window.gjs');
    const options = { 'webkitgtk:browserOptions': { binary, args: [] } };
    const capabilities = { alwaysMatch: options };
    const opened = await soon(() => call('POST', '', { capabilities }));
    session = `/${(opened as { sessionId: string }).sessionId}`;
    const send: Engine['send'] = (name, parameters = {}) => {
      const [method, place] = commands[name];
      const path = place.replace('{id}', String(parameters['id']));
      return call(method, `${session}/${path}`, method === 'POST' ? parameters : undefined);
    };
    await send('SetWindowRect', { ...size });
    return { send, errors, close };
  } catch (error) {
    await close();
    throw error;
  }
}
