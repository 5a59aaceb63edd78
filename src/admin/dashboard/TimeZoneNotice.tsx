import { Button } from '../../ui/Button.tsx';
import { chosenTimeZone, ownTimeZone } from '../../ui/time-zone.ts';
import { chooseTimeZone } from '../settings/time-zones.ts';
import './time-zone-notice.css';

/** Asks once for the shop's time zone, if the browser has another than UTC. */
export function TimeZoneNotice() {
  const own = ownTimeZone();
  if (chosenTimeZone() !== undefined || own === 'UTC') return null;
  return (
    <div className="panel time-zone-notice">
      <p>Days are counted in UTC. Your browser is in {own}.</p>
      <p>
        <Button look="quiet" onClick={() => chooseTimeZone(own)}>
          Use {own}
        </Button>
        <Button look="link" onClick={() => chooseTimeZone('UTC')}>
          Keep UTC
        </Button>
      </p>
    </div>
  );
}
