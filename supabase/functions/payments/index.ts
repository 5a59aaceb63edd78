import { readSettings } from '../_shared/settings.ts';
import { createApp } from './app.ts';

const settings = readSettings((name) => Deno.env.get(name), console.log);
Deno.serve(createApp(settings).fetch);
