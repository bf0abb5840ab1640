import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { Described } from "./rule-sentence";

/**
 * Returns a function that explains why a rule has no effect on this installation: the installation has no data for it. The
 * function returns null if the rule works.
 */
export function useBlindSpot(): (rule: Pick<Described, "type" | "definition">) => string | null {
  const t = useExtracted("access-rules");
  const { data: known } = useQuery(useTRPC().accessRules.known.queryOptions({}));
  return ({ type, definition }) => {
    if (type === "anonymizer" && known?.anonymizers === false)
      return t(
        "This rule refuses nobody: this installation knows no addresses of VPN providers, proxies or Tor. Its operator can give it a list (ANONYMIZER_LIST).",
      );
    if (type !== "region" || known?.regions !== false) return null;
    return definition.effect === "allow"
      ? t(
          "This rule refuses only people from other countries: this installation knows the country of an address, but not its region. Its operator can give it a database with regions (GEOIP_DATABASE).",
        )
      : t(
          "This rule refuses nobody: this installation knows the country of an address, but not its region. Its operator can give it a database with regions (GEOIP_DATABASE).",
        );
  };
}
