import './no-eval.ts'
import '#contract/shapes'
