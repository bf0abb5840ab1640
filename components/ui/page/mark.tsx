/** Logo of Castellan: a castle tower with a gate. */
export const Mark = ({ className = "size-6" }: { className?: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden className={className}>
    <path fill="var(--accent)" d="M3 3h4v3h3V3h4v3h3V3h4v8l-2 2v8H5v-8l-2-2V3Z" />
    <path fill="var(--surface)" d="M12 12a2.75 2.75 0 0 0-2.75 2.75V21h5.5v-6.25A2.75 2.75 0 0 0 12 12Z" />
  </svg>
);
