"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { parseAsString, useQueryState, parseAsInteger } from "nuqs";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Callout } from "@/components/ui/feedback";
import { SearchInput } from "@/components/ui/input/input";
import { Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import { Search } from "lucide-react";
import { Button } from "@/components/ui/button";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { useAction } from "../../../../_frame/use-action";
import { useLossGuard } from "../loss-guard";
import { AccessTags } from "./access-tags";
import { PeopleList } from "./people-list";
import { AccessAnswer } from "../../../../_frame/sign-ins/access-explanation";
import { PersonPicker } from "../../../../_frame/people/person-picker";
import { SimulatedSignIn, useSimulation } from "../../../../_frame/sign-ins/simulated-sign-in";

/** Settings for access to the app: everyone, or only listed people. Also explains the access of one person. */
export function AppAccess({
  tenant,
  appId,
  mayTag,
  mayFind,
}: {
  tenant: string;
  appId: number;
  mayTag: boolean;
  mayFind: boolean;
}) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const [search, setSearch] = useQueryState("search", parseAsString.withDefault(""));
  const query = useQuery(
    trpc.apps.access.lists.queryOptions(
      { appId, ...(search !== "" && { search }) },
      { placeholderData: keepPreviousData },
    ),
  );
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const lists = query.data;
  const searchable = lists.guestCount + lists.exclusionCount > 10 || search !== "";
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="min-w-0 space-y-4">
        <Restriction appId={appId} restricted={lists.restricted} />
        {!lists.restricted && lists.guestCount + lists.exclusionCount + lists.tags.length > 0 && (
          <Callout title={t("These lists have no effect at the moment")}>
            {t("The app is open to everyone. The lists are kept and apply again when the app is restricted.")}
          </Callout>
        )}
        {searchable && (
          <SearchInput
            label={t("Search the people below")}
            value={search}
            onChange={(next) => void setSearch(next === "" ? null : next)}
          />
        )}
        <PeopleList
          kind="guests"
          appId={appId}
          tenant={tenant}
          people={lists.guests}
          total={lists.guestCount}
          search={search}
          mayFind={mayFind}
        />
        <AccessTags appId={appId} tenant={tenant} tags={lists.tags} mayTag={mayTag} />
        <PeopleList
          kind="exclusions"
          appId={appId}
          tenant={tenant}
          people={lists.exclusions}
          total={lists.exclusionCount}
          search={search}
          mayFind={mayFind}
        />
      </div>
      <AccessCheck tenant={tenant} appId={appId} mayFind={mayFind} />
    </div>
  );
}

function Restriction({ appId, restricted }: { appId: number; restricted: boolean }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const { ask, dialog } = useLossGuard(appId);
  const [pending, setPending] = useState(false);
  const set = useAction(trpc.apps.access.restrict.mutationOptions(), (after) =>
    after.restricted
      ? t("Only the people and tags on the lists below have access now.")
      : t("Everyone may open the app now."),
  );
  const change = async (next: boolean) => {
    const run = () => set({ appId, restricted: next });
    setPending(true);
    await (
      next
        ? ask({
            change: { kind: "restrict" },
            title: t("Restrict the app?"),
            action: t("Restrict"),
            run,
          })
        : run()
    ).catch(toast.refused);
    setPending(false);
  };
  return (
    <Section>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <label htmlFor="restricted" className="font-semibold">
            {t("Restrict who may open the app")}
          </label>
          <p className="text-ink-soft">
            {restricted
              ? t("On: only the people and tags below may open it. Excluded people may not.")
              : t("Off: everyone in the organization may open it.")}
          </p>
        </div>
        <Switch
          id="restricted"
          checked={restricted}
          disabled={pending}
          onCheckedChange={(next) => void change(next)}
          className="mt-0.5"
        />
      </div>
      {dialog}
    </Section>
  );
}

/** Shows if a chosen person can open this app now. The query of the page stores the id of the person. */
function AccessCheck({ tenant, appId, mayFind }: { tenant: string; appId: number; mayFind: boolean }) {
  const [userId, setUserId] = useQueryState("person", parseAsInteger.withOptions({ history: "replace" }));
  const t = useExtracted("apps");
  const simulation = useSimulation();
  if (!mayFind) return null;
  return (
    <Section
      title={t("Could this person open the app now?")}
      description={t("All facts that determine access, and where to change them.")}
      actions={
        <PersonPicker
          align="end"
          onPick={(person) => void setUserId(person.userId)}
          trigger={
            <Button size="sm">
              <Search aria-hidden />
              {userId === null ? t("Choose a person") : t("Another person")}
            </Button>
          }
        />
      }
    >
      {userId === null ? (
        <p className="text-ink-soft">
          {t("Choose a person to see whether they could open the app, and why.")}
        </p>
      ) : (
        <div className="space-y-3">
          <AccessAnswer tenant={tenant} input={{ userId, appId, ...simulation }} />
          <SimulatedSignIn />
        </div>
      )}
    </Section>
  );
}
