/** What collections, their sources and what was made of them are shown with. */
export {
  AddressForm,
  type AddressFormProps,
  LinkChoice,
  type LinkChoiceProps,
  NoteForm,
  type NoteFormProps,
} from "./add.tsx";
export { addressesIn, type Pasted } from "./addresses.ts";
export { ArtifactView, type ArtifactViewProps } from "./artifact.tsx";
export { ArtifactList, type ArtifactListProps, isInTheMaking, MadeBadge, typeName } from "./artifact-list.tsx";
export { CollectionList, type CollectionListProps } from "./collection-list.tsx";
export { Confirm, type ConfirmProps, Entry, type EntryProps } from "./entry.tsx";
export { SourceList, type SourceListProps } from "./source-list.tsx";
export { type Depth, Transforms, type TransformsProps } from "./transforms.tsx";
