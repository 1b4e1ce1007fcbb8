export type NameSource = 'none' | 'labelledby' | 'label' | 'native' | 'content' | 'title' | 'placeholder';

export interface AccessibleName {
  readonly text: string;
  readonly from: NameSource;
}
