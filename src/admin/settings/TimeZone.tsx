import { ownTimeZone, timeZone } from '../../ui/time-zone.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../listing/BackLink.tsx';
import { ScreenHead } from '../listing/ScreenHead.tsx';
import { Picker } from '../forms/Picker.tsx';
import { zoneName } from '../time-zone.ts';
import { chooseTimeZone, foundZones } from './time-zones.ts';
import './settings.css';

/** The shop's time zone, and a search for another. */
export function TimeZoneScreen() {
  const zone = timeZone();
  return (
    <>
      <BackLink href={routes.settings()}>Settings</BackLink>
      <ScreenHead title="Time zone" />
      <div className="panel form settings__one">
        <p>
          <strong>{zoneName()}</strong>
          {zone !== 'UTC' && ` (${zone})`}
        </p>
        <p className="screen-note">
          Days, reports, planned times, exports and emails are in the time zone of the shop.
          Invoices keep their date.
        </p>
        <Picker
          label="Change to"
          hint={`Your browser is in ${ownTimeZone()}.`}
          resource={foundZones}
          rowsOf={(it) => it.zones.filter(({ _id }) => _id !== zone)}
          nameOf={({ _id, name }) => ({ title: _id, note: name === _id ? '' : name })}
          onPick={({ _id }) => void chooseTimeZone(_id)}
          atOnce
        />
      </div>
    </>
  );
}
