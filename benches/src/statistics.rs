//! The few numbers that many are summed up in.

/// The middle value; of an even number of values, the mean of the two in the middle.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = sorted[(sorted.len() - 1) / 2];
    Some((lower + upper) / 2.0)
}

/// The median of the distances from the median: how far apart typical values are.
pub(crate) fn deviation(values: &[f64]) -> Option<f64> {
    let middle = median(values)?;
    median(&values.iter().map(|value| (value - middle).abs()).collect::<Vec<_>>())
}

/// The smallest value.
pub(crate) fn least(values: &[f64]) -> Option<f64> {
    values.iter().copied().min_by(f64::total_cmp)
}

/// The largest value.
pub(crate) fn greatest(values: &[f64]) -> Option<f64> {
    values.iter().copied().max_by(f64::total_cmp)
}

/// The geometric mean of positive values: what ratios are averaged by.
pub(crate) fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logarithms: f64 = values.iter().map(|value| value.ln()).sum();
    (!values.is_empty()).then(|| (logarithms / values.len() as f64).exp())
}

/// The exponent `e` of the power law `y = c·xᵉ` that is nearest to the points by least squares of
/// the logarithms. There is none through fewer than two different places, or where a coordinate is
/// not positive.
pub(crate) fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    if points.iter().any(|(x, y)| *x <= 0.0 || *y <= 0.0) {
        return None;
    }
    let logarithms: Vec<(f64, f64)> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count = logarithms.len() as f64;
    let mean_x = logarithms.iter().map(|(x, _)| x).sum::<f64>() / count;
    let mean_y = logarithms.iter().map(|(_, y)| y).sum::<f64>() / count;
    let covariance: f64 = logarithms.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logarithms.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(value: Option<f64>, expected: f64) {
        let value = value.expect("there is a value");
        assert!((value - expected).abs() < 1e-9, "{value} is not {expected}");
    }

    #[test]
    fn medians() {
        assert_eq!(median(&[]), None);
        assert_near(median(&[3.0]), 3.0);
        assert_near(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_near(median(&[4.0, 1.0, 2.0, 100.0]), 3.0);
    }

    #[test]
    fn one_outlier_does_not_change_the_deviation() {
        assert_near(deviation(&[1.0, 1.1, 0.9, 1.2, 50.0]), 0.1);
        assert_near(deviation(&[5.0]), 0.0);
        assert_eq!(deviation(&[]), None);
    }

    #[test]
    fn geometric_means() {
        assert_eq!(geometric_mean(&[]), None);
        assert_near(geometric_mean(&[2.0, 8.0]), 4.0);
        assert_near(geometric_mean(&[0.5, 2.0]), 1.0);
    }

    #[test]
    fn exponents_of_power_laws() {
        for power in [0.0, 0.5, 1.0, 2.0] {
            let points: Vec<(f64, f64)> = [1.0, 2.0, 4.0, 8.0].map(|x: f64| (x, 3.0 * x.powf(power))).to_vec();
            assert_near(exponent(&points), power);
        }
        assert_eq!(exponent(&[(2.0, 1.0)]), None);
        assert_eq!(exponent(&[(2.0, 1.0), (4.0, 0.0)]), None);
    }
}
