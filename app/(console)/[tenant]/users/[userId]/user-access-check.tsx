"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsInteger, useQueryState } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/menu/combobox";
import { Section } from "@/components/ui/page/page";
import { AccessAnswer } from "../../../_frame/sign-ins/access-explanation";
import { SimulatedSignIn, useSimulation } from "../../../_frame/sign-ins/simulated-sign-in";

/** Shows if this user can open a chosen app now. The query of the page stores the id of the app. */
export function UserAccessCheck({ tenant, userId }: { tenant: string; userId: number }) {
  const t = useExtracted("users");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [appId, setAppId] = useQueryState("app", parseAsInteger.withOptions({ history: "replace" }));
  const simulation = useSimulation();
  const search = async (text: string) => {
    const apps = await queries.fetchQuery(trpc.apps.list.queryOptions({}));
    return apps
      .filter(({ name, clientId }) => `${name} ${clientId}`.toLowerCase().includes(text.toLowerCase()))
      .slice(0, 50)
      .map((app) => ({ id: String(app.appId), label: app.name, hint: app.clientId }));
  };
  return (
    <Section
      title={t("Check access to an app")}
      description={t("All facts that determine access, and where to change them.")}
      actions={
        <Combobox
          label={t("Find an app")}
          placeholder={t("App…")}
          align="end"
          search={search}
          onPick={({ id }) => void setAppId(Number(id))}
          trigger={
            <Button size="sm">
              <Search aria-hidden />
              {appId === null ? t("Choose an app") : t("Another app")}
            </Button>
          }
        />
      }
    >
      {appId === null ? (
        <p className="text-ink-soft">{t("Choose an app to see whether they could open it, and why.")}</p>
      ) : (
        <div className="space-y-3">
          <AccessAnswer tenant={tenant} input={{ userId, appId, ...simulation }} />
          <SimulatedSignIn />
        </div>
      )}
    </Section>
  );
}
