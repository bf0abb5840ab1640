"use client";

import { useQuery } from "@tanstack/react-query";
import { MapPinned, Plus } from "lucide-react";
import { useExtracted } from "next-intl";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useTRPC } from "@/components/data/trpc";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { Callout, EmptyState } from "@/components/ui/feedback";
import { FilterSelect, SearchInput } from "@/components/ui/input/input";
import { PageHeader } from "@/components/ui/page/page";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { CountryRestrictionSection } from "./country-restriction";
import { RuleGroup, scopes, useScopeWords } from "./rule-group";
import { useRuleSentence } from "./rule-sentence";
import { namesOf, typeIn, useRuleTypes } from "./rule-types";

const RuleDialog = lateDialog(() => import("./rule-dialog").then((module) => module.RuleDialog));

const filters = {
  search: parseAsString.withDefault(""),
  type: parseAsString,
  /** Id of a rule to highlight. The records of sign-ins link to the rule that refused them. */
  rule: parseAsInteger,
};

/** Kinds of objects that the administrator may list. A rule can apply to such an object: a user, an app or a tag. */
export interface Subjects {
  people: boolean;
  tags: boolean;
  apps: boolean;
}

/** Lists the access rules. The browser filters the rules, because an organization has few rules. */
export function AccessRules({ tenant, may }: { tenant: string; may: Subjects }) {
  const t = useExtracted("access-rules");
  const types = useRuleTypes();
  const scopeWords = useScopeWords();
  const ruleSentence = useRuleSentence();
  const query = useQuery(useTRPC().accessRules.list.queryOptions({}));
  const [{ search, type: asked, rule: shown }, setFilters] = useQueryStates(filters);
  const type = asked !== null && typeIn(types, asked) ? asked : null;
  const [adding, setAdding] = useDialogInUrl("new");
  const needle = search.toLowerCase();
  const filtered = search !== "" || type !== null;
  const rows = query.data?.filter(
    (rule) =>
      (type === null || rule.type === type) &&
      `${ruleSentence(rule)} ${rule.reason ?? ""}`.toLowerCase().includes(needle),
  );
  const newRule = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New rule")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Access rules")}
        description={t(
          "Who may sign in, from where, when and how. All rules must be satisfied: a rule for one person never overrides a restriction of the organization.",
        )}
        actions={newRule}
      />
      <div className="space-y-4">
        {shown !== null && query.data?.every(({ id }) => id !== shown) && (
          <Callout tone="info">
            {t("Rule {rule} no longer exists: it has expired or was deleted.", { rule: String(shown) })}
          </Callout>
        )}
        <CountryRestrictionSection />
        <div className="flex flex-wrap items-center gap-2">
          <SearchInput
            label={t("Search rules")}
            value={search}
            onChange={(next) => void setFilters({ search: next === "" ? null : next })}
            className="w-full sm:w-72"
          />
          <FilterSelect
            label={t("Type")}
            value={type ?? ""}
            onChange={(next) => void setFilters({ type: next === "" ? null : next })}
            options={[
              { value: "", label: t("All types") },
              ...namesOf(types).map((name) => ({ value: name, label: types[name].label })),
            ]}
          />
        </div>
        {!rows ? (
          <NotLoaded query={query} className="h-40" />
        ) : rows.length > 0 ? (
          scopes.map((scope) => (
            <RuleGroup
              key={scope}
              tenant={tenant}
              words={scopeWords[scope]}
              rules={rows.filter((rule) => rule.scope === scope)}
              shown={shown}
            />
          ))
        ) : (
          <div className="rounded-lg border border-line bg-surface">
            {filtered ? (
              <EmptyState
                icon={MapPinned}
                title={t("No rule matches")}
                action={<Button onClick={() => void setFilters(null)}>{t("Clear the filters")}</Button>}
              />
            ) : (
              <EmptyState icon={MapPinned} title={t("No rules yet")} action={newRule}>
                {t("Everyone may sign in at any time, from any place that the country restriction allows.")}
              </EmptyState>
            )}
          </div>
        )}
      </div>
      <RuleDialog open={adding} onOpenChange={setAdding} may={may} />
    </>
  );
}
