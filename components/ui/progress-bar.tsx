/** Progress bar. Assistive technology reads `text` instead of a percentage. */
export function ProgressBar({
  label,
  done,
  of,
  text,
}: {
  label: string;
  done: number;
  of: number;
  text?: string;
}) {
  const percent = of === 0 ? 100 : Math.floor((done / of) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={text}
      className="h-2 overflow-hidden rounded-full bg-sunken"
    >
      <div data-bar className="h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </div>
  );
}
