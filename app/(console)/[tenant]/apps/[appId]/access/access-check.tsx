"use client";

import { Search } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsInteger, useQueryState } from "nuqs";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/page/page";
import { AccessAnswer } from "../../../../_frame/sign-ins/access-explanation";
import { PersonPicker } from "../../../../_frame/people/person-picker";
import { SimulatedSignIn, useSimulation } from "../../../../_frame/sign-ins/simulated-sign-in";

/** Shows if a chosen person can open this app now. The query of the page stores the id of the person. */
export function AccessCheck({ tenant, appId, mayFind }: { tenant: string; appId: number; mayFind: boolean }) {
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
