import { Words } from "@/app/_words/words";

/** Gives the area its words. */
export default function ScimLayout({ children }: LayoutProps<"/[tenant]/scim">) {
  return <Words of="scim">{children}</Words>;
}
