import { useExtracted } from "next-intl";
import Image from "next/image";
import Link from "next/link";
import { pictureSizes, starterNames, useStarterWords } from "../starters";

/** Lists the starter templates with pictures. */
export function Gallery({ tenant }: { tenant: string }) {
  const t = useExtracted("documents");
  const words = useStarterWords();
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
      {starterNames.map((name) => (
        <li key={name}>
          <Card
            href={`/${tenant}/documents/new?starter=${name}`}
            {...words[name]}
            picture={{ src: `/document-starters/${name}.webp`, ...pictureSizes[name] }}
          />
        </li>
      ))}
      <li>
        <Card
          href={`/${tenant}/documents/new?starter=blank`}
          title={t("Blank")}
          description={t("A page with margins, and one line to begin with.")}
        />
      </li>
    </ul>
  );
}

const Card = ({
  href,
  title,
  description,
  picture,
}: {
  href: string;
  title: string;
  description: string;
  picture?: { src: string; width: number; height: number };
}) => (
  <Link
    href={href}
    className="group flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface hover:border-line-strong"
  >
    <span className="flex h-52 items-start justify-center overflow-hidden border-b border-line bg-sunken px-6 pt-6">
      {picture ? (
        // Disables the image optimization, because the picture is already small.
        <Image unoptimized {...picture} alt="" className="h-auto max-w-full bg-white shadow-pop" />
      ) : (
        <span className="h-full w-36 bg-white shadow-pop" />
      )}
    </span>
    <span className="block p-4">
      <span className="block font-semibold group-hover:underline">{title}</span>
      <span className="mt-0.5 block text-sm text-ink-soft">{description}</span>
    </span>
  </Link>
);
