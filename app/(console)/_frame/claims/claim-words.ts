import { useExtracted } from "next-intl";
import { useUserFieldWords } from "@/components/user-field-words";
import type {
  ClaimPlace,
  ClaimSource,
  ClaimSourceKind,
  UserValue,
} from "@/server/domain/app-claims/claims.schema";
import { byField, userFieldNames } from "@/server/kernel/user-fields";

type SourceOf<Kind extends ClaimSourceKind> = Extract<ClaimSource, { kind: Kind }>;

/** Returns the labels of a user's values. */
export function useUserValueWords(): Record<UserValue, string> {
  const t = useExtracted("console-claims");
  const fieldWords = useUserFieldWords();
  return {
    email: t("Email address"),
    emailVerified: t("Email address is verified"),
    ...byField(userFieldNames, fieldWords),
    phoneVerified: t("Phone is verified"),
  };
}

export function useRolesWords(): Record<SourceOf<"roles">["of"], string> {
  const t = useExtracted("console-claims");
  return {
    organization: t("Roles of the organization"),
    app: t("Roles of the app"),
    both: t("Roles of the organization and the app"),
  };
}

export function useSessionWords(): Record<SourceOf<"session">["value"], string> {
  const t = useExtracted("console-claims");
  return {
    acr: t("Level of the sign-in (acr)"),
    amr: t("Methods of the sign-in (amr)"),
    auth_time: t("Time of the sign-in (auth_time)"),
  };
}

export function usePlaceWords(): Record<ClaimPlace, string> {
  const t = useExtracted("console-claims");
  return { id_token: t("ID token"), access_token: t("Access token"), userinfo: t("Userinfo") };
}

/** Returns a function that describes the source of a claim in a few words. */
export function useSourceWords(): (source: ClaimSource) => string {
  const t = useExtracted("console-claims");
  const userValueWords = useUserValueWords();
  const rolesWords = useRolesWords();
  const sessionWords = useSessionWords();
  return (source) => {
    switch (source.kind) {
      case "user":
        return userValueWords[source.field];
      case "custom_field":
        return t("Custom field {name}", { name: source.fieldName });
      case "roles":
        return rolesWords[source.of];
      case "tags":
        return t("Tags of the user");
      case "session":
        return sessionWords[source.value];
      case "constant":
        return t("Constant {value}", {
          value: Array.isArray(source.value) ? source.value.join(", ") : String(source.value),
        });
      case "expression":
        return t("Expression {expression}", { expression: source.expression });
      default:
        // A later version may have stored a kind that this one does not know.
        return t("Unknown source");
    }
  };
}
