import '#contract/shapes'
