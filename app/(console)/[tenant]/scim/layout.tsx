import { Words } from "@/app/_words/words";

/** Loads the texts of the area. */
export default function ScimLayout({ children }: LayoutProps<"/[tenant]/scim">) {
  return <Words of="scim">{children}</Words>;
}
