import { ExternalLink } from "lucide-react";
import { useExtracted } from "next-intl";

/** Shows the one-time link. The link opens a new tab and leaves the console open. */
export function BeginLink({ path, onFollow }: { path: string; onFollow: () => void }) {
  const t = useExtracted("act-as");
  return (
    <div className="space-y-4">
      <p className="text-ink-soft">
        {t(
          "The link works once, in this browser, for two minutes. What you do there is recorded under both names.",
        )}
      </p>
      <a
        href={path}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => onFollow()}
        className="inline-flex h-9 w-full items-center justify-center gap-2 rounded-md bg-accent px-3 font-medium text-accent-ink hover:bg-accent-hover"
      >
        <ExternalLink aria-hidden className="size-4" />
        {t("Continue in a new tab")}
      </a>
    </div>
  );
}
