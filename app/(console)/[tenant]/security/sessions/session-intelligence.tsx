"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Section } from "@/components/ui/page/page";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { EXACT_UP_TO } from "@/server/domain/counts/counts.schema";
import { useCountries } from "../../../_frame/words/countries";
import { PersonCell } from "../../../_frame/people/person-cell";
import { NotLoaded } from "../../../_frame/records/not-loaded";

interface Person {
  userId: number;
  email: string | null;
  name: string | null;
}

/** Lists the people with several sessions at the same time, and the people with sessions in several countries. */
export function SessionIntelligence({ tenant }: { tenant: string }) {
  const t = useExtracted("security");
  const locale = useDateLocale();
  const { countryName } = useCountries();
  const query = useQuery(useTRPC().risk.sessions.queryOptions({}));
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const { activeSessions, usersWithConcurrentSessions, usersInSeveralCountries } = query.data;
  return (
    <div className="space-y-4">
      <p className="rounded-lg border border-line bg-surface px-4 py-3">
        <span className="block text-2xl font-semibold tracking-tight tabular-nums">
          {Math.min(activeSessions, EXACT_UP_TO).toLocaleString(locale)}
          {activeSessions > EXACT_UP_TO && "+"}
        </span>
        <span className="text-sm text-ink-soft">
          {t("{count, plural, one {active session} other {active sessions}}", { count: activeSessions })}
        </span>
      </p>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <PeopleList
          tenant={tenant}
          title={t("In several countries")}
          description={t("Active sessions from more than one country. Review them.")}
          empty={t("Nobody is signed in from more than one country.")}
          people={usersInSeveralCountries}
          detail={({ countries }) => countries.map(countryName).join(", ")}
        />
        <PeopleList
          tenant={tenant}
          title={t("Signed in several times")}
          description={t("More than one active session. Often a phone and a computer.")}
          empty={t("Nobody has more than one active session.")}
          people={usersWithConcurrentSessions}
          detail={({ sessionCount }) =>
            t("{count, plural, one {# session} other {# sessions}}", { count: sessionCount })
          }
        />
      </div>
    </div>
  );
}

/** Maximum number of people in the response of the server. The server returns the people with the most sessions. */
const MOST = 100;

function PeopleList<P extends Person>({
  tenant,
  title,
  description,
  empty,
  people,
  detail,
}: {
  tenant: string;
  title: string;
  description: string;
  empty: string;
  people: P[];
  detail: (person: P) => ReactNode;
}) {
  const t = useExtracted("security");
  return (
    <Section title={title} description={description} flush>
      {people.length === 0 ? (
        <p className="px-4 py-6 text-center text-ink-soft">{empty}</p>
      ) : (
        <ul className="divide-y divide-line" aria-label={title}>
          {people.map((person) => (
            <li key={person.userId} className="flex items-center justify-between gap-3 px-4 py-2">
              <PersonCell tenant={tenant} {...person} />
              <span
                className="min-w-0 text-right text-sm break-words text-ink-soft tabular-nums"
                suppressHydrationWarning
              >
                {detail(person)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {people.length >= MOST && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-faint">
          {t("The {most, number} people with the most sessions.", { most: MOST })}
        </p>
      )}
    </Section>
  );
}
