import { Button } from '../ui/Button.tsx';
import { SubmitButton } from '../ui/SubmitButton.tsx';

const looks = ['main', 'quiet', 'danger', 'link', 'danger-link'] as const;
const ignore = (): void => undefined;
const never = (): Promise<void> => new Promise(ignore);

export function Buttons() {
  return (
    <section aria-labelledby="buttons">
      <h2 id="buttons">Buttons</h2>
      {looks.map((look) => (
        <div key={look} className="row">
          <Button look={look} onClick={ignore}>
            {look}
          </Button>
          <Button look={look} disabled onClick={ignore}>
            {look}, disabled
          </Button>
          <Button look={look} onClick={never}>
            {look}, busy once pressed
          </Button>
        </div>
      ))}
      <div className="row">
        <Button className="button--small" onClick={ignore}>
          Small
        </Button>
        <a className="button" href="#buttons">
          Link that looks like a button
        </a>
      </div>
      <form className="row" onSubmit={(event) => event.preventDefault()}>
        <SubmitButton busy={false}>Submit</SubmitButton>
        <SubmitButton busy>Sending…</SubmitButton>
      </form>
    </section>
  );
}
