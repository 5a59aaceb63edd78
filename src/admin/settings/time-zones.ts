import { timeZoneMessages } from '#shared/time-zone-messages.ts';
import { saveTimeZone, timeZones } from '../../api/admin-time-zone.ts';
import type { Resource } from '../../api/client.ts';
import { moveWithToast } from '../../stores/toasts.ts';
import { ownTimeZone } from '../../ui/time-zone.ts';
import { change } from '../changes.ts';
import { zoneName } from '../time-zone.ts';

interface Zone {
  /** Its name in the IANA database. */
  readonly _id: string;
  readonly name: string;
}

const most = 8;
const plain = (text: string) => text.toLowerCase().replaceAll('_', ' ');

/**
 * The zones whose IANA name or English name has these words, old names last; without any words, that of the browser and UTC.
 */
function zonesWith(all: readonly string[], q: string): Zone[] {
  const current = new Set(Intl.supportedValuesOf('timeZone'));
  const suggested = [...new Set([ownTimeZone(), 'UTC'])].filter((it) => all.includes(it));
  const zones = (q === '' ? suggested : all).map((_id) => ({ _id, name: zoneName(_id) }));
  const words = plain(q).split(' ');
  return zones
    .filter(({ _id, name }) => words.every((it) => plain(`${_id} ${name}`).includes(it)))
    .sort((a, b) => Number(current.has(b._id)) - Number(current.has(a._id)))
    .slice(0, most);
}

export const foundZones = (q: string): Resource<{ readonly zones: readonly Zone[] }> => {
  const { path, fetch } = timeZones();
  return {
    path: `${path}?q=${encodeURIComponent(q)}`,
    fetch: async () => {
      const reply = await fetch();
      return reply.ok ? { ok: true, zones: zonesWith(reply.timeZones, q) } : reply;
    },
  };
};

/** Saves it and loads the page again, whose dates are then others. */
export async function chooseTimeZone(zone: string): Promise<void> {
  const reply = await change(saveTimeZone(zone), [], { failed: ({ message }) => message });
  if (reply.ok) moveWithToast(location.href, 'success', timeZoneMessages.saved);
}
